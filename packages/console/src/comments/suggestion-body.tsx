import type { ContentRef, Document } from '@lectern/document';
import { Check, FilePenLine } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../primitives/button.tsx';
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
  outdated: 'The block was changed since: this suggestion no longer fits',
};

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
  const state = page || isGone ? suggestionState(target, page?.nodes ?? [], suggested) : undefined;
  const apply = useApplySuggestion(discussion, comment);
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
