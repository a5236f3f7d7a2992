import { FilePenLine } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import type { CommentDraft } from './comment-drafts.ts';
import { toDraft, toMarkdown } from './mention-draft.ts';
import { MentionField } from './mention-field.tsx';
import styles from './threads.module.css';

// A backtick fence around a suggestion; the parser of documents is not needed for it.
const loadSuggestion = () => import('./suggestion.ts');

/** A form for a comment; Ctrl or Cmd and Enter sends it. */
export const CommentForm = ({
  spaceId,
  label,
  submit,
  start = '',
  kept,
  isBusy,
  isFocused = false,
  blockMarkdown,
  onSend,
  onCancel,
}: {
  readonly spaceId: string;
  readonly label: string;
  readonly submit: string;
  /** The Markdown to begin with. */
  readonly start?: string;
  /** Where the words are kept until they are sent. */
  readonly kept?: CommentDraft | undefined;
  readonly isBusy: boolean;
  readonly isFocused?: boolean;
  /** The Markdown of the block, for which other words can be suggested. */
  readonly blockMarkdown?: (() => Promise<string>) | undefined;
  /** Sends the Markdown; the form is emptied once it was accepted. */
  readonly onSend: (markdown: string, about: { readonly isSuggestion: boolean }) => Promise<unknown>;
  readonly onCancel?: (() => void) | undefined;
}) => {
  const [before] = useState(() => kept?.read());
  const [draft, setDraft] = useState(() => before?.draft ?? toDraft(start));
  const [suggested, setSuggested] = useState(before?.suggested);
  const [original, setOriginal] = useState(before?.original);
  const keep = useRef(kept);
  useEffect(() => keep.current?.write({ draft, suggested, original }), [draft, suggested, original]);
  const isSuggested = suggested !== undefined && suggested !== original;
  const isEmpty = draft.text.trim() === '' && !isSuggested;
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isEmpty || isBusy) return;
    const markdown = toMarkdown(draft);
    const sent = isSuggested ? (await loadSuggestion()).withSuggestion(markdown, suggested) : markdown;
    // A refusal is reported by the mutation, and the text stays.
    await onSend(sent, { isSuggestion: isSuggested }).then(
      () => {
        setDraft(toDraft(''));
        setSuggested(undefined);
        setOriginal(undefined);
        // The form may be gone before it is empty.
        kept?.forget();
      },
      () => undefined,
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
    if (event.key === 'Escape' && onCancel) {
      event.stopPropagation();
      onCancel();
    }
  };
  const suggest = async () => {
    const markdown = (await blockMarkdown!()).trim();
    setOriginal(markdown);
    setSuggested(markdown);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <MentionField
        spaceId={spaceId}
        label={label}
        draft={draft}
        isFocused={isFocused}
        onDraft={setDraft}
        onKeyDown={onKeyDown}
      />
      {suggested !== undefined && (
        <label className={styles.suggested}>
          Suggested text, in Markdown
          <textarea
            className={`${styles.field} ${styles.source}`}
            value={suggested}
            spellCheck
            // biome-ignore lint/a11y/noAutofocus: the button was pressed to write into it
            autoFocus
            onChange={(event) => setSuggested(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </label>
      )}
      <div className={styles.actions}>
        {blockMarkdown && suggested === undefined && (
          <span className={styles.first}>
            <Button variant="quiet" icon={FilePenLine} onClick={() => void suggest()}>
              Suggest other words
            </Button>
          </span>
        )}
        <span className={styles.last}>
          {onCancel && (
            <Button
              variant="quiet"
              onClick={() => {
                kept?.forget();
                onCancel();
              }}
            >
              Cancel
            </Button>
          )}
          <Button type="submit" variant="primary" isBusy={isBusy} disabled={isEmpty}>
            {submit}
          </Button>
        </span>
      </div>
    </form>
  );
};
