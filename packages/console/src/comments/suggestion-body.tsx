import type { ContentRef, Document } from '@lectern/document';
import { Check, Copy, FilePenLine } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../primitives/button.tsx';
import { copyToClipboard } from '../primitives/clipboard.ts';
import { notify } from '../primitives/toasts.tsx';
import { differenceRows } from '../review/difference/rows.ts';
import { DifferenceRows } from '../review/difference-rows.tsx';
import { CommentText, documentOf } from './comment-body.tsx';
import type { Comment, Discussion } from './discussion.ts';
import { usePageDocument } from './page-document.ts';
import {
  type SuggestionState,
  suggestedBlocks,
  suggestionIn,
  suggestionState,
  withoutSuggestion,
} from './suggestion.ts';
import styles from './threads.module.css';
import { useApplySuggestion } from './use-apply-suggestion.ts';

const context = {
  language: 'en',
  hrefOf: (ref: ContentRef) => (ref.kind === 'url' ? { href: ref.url, title: ref.url } : undefined),
  fileOf: () => undefined,
};

const WORDS: Readonly<Record<SuggestionState, string>> = {
  open: 'Suggested change',
  applied: 'This suggestion was applied',
  outdated:
    'The block was changed since: this suggestion no longer fits. Copy its text to use it, or resolve the thread.',
};

const copyText = (markdown: string): Promise<void> =>
  copyToClipboard(markdown).then(
    () => notify('The suggested text was copied'),
    (error: Error) => notify(error.message, { isError: true }),
  );

/** A comment that suggests other words for its block: as a difference, and with a button that applies it. */
export const SuggestionBody = ({
  discussion,
  comment,
}: {
  readonly discussion: Discussion;
  readonly comment: Comment;
}) => {
  const { target } = comment;
  const body = documentOf(comment.body)!;
  const page = usePageDocument(discussion, target.page?.id);
  const markdown = suggestionIn(body) ?? '';
  const suggested = useMemo(() => suggestedBlocks(markdown), [markdown]);
  const isGone = target.gone === 'page';
  const apply = useApplySuggestion(discussion, comment);
  const found = page || isGone ? suggestionState(target, page?.nodes ?? [], suggested) : undefined;
  // The comment is read again before the page is: until both are, they do not fit together.
  const state = apply.isPending ? 'open' : found;
  const rows = useMemo(() => {
    const block = page?.nodes.find(({ key }) => key === target.node?.id);
    const of = (nodes: Document['nodes']): Document => ({ object: 'document', data: {}, nodes });
    return state === 'open' && block
      ? differenceRows(of([block]), of(suggested))
      : differenceRows(of(suggested), of(suggested));
  }, [page, target.node?.id, state, suggested]);
  return (
    <>
      <CommentText document={withoutSuggestion(body)} />
      <div className={styles.suggestion} data-state={state}>
        <header className={styles.suggestionHead}>
          {state === 'applied' ? (
            <Check size={15} aria-hidden="true" />
          ) : (
            <FilePenLine size={15} aria-hidden="true" />
          )}
          <span>{state ? WORDS[state] : 'Suggested change'}</span>
          {state === 'open' && discussion.mayEdit && (
            <Button variant="primary" isBusy={apply.isPending} onClick={() => apply.mutate(suggested)}>
              Apply
            </Button>
          )}
          {state === 'outdated' && markdown !== '' && (
            <Button variant="quiet" icon={Copy} onClick={() => void copyText(markdown)}>
              Copy text
            </Button>
          )}
        </header>
        {rows.length === 0 ? (
          <p className={styles.gone}>Removes the block.</p>
        ) : (
          <DifferenceRows rows={rows} layout="unified" context={context} isQuoted />
        )}
      </div>
    </>
  );
};
