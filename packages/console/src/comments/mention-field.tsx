import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Draft, mentionQuery, takeMention } from './mention-draft.ts';
import styles from './threads.module.css';
import { type MentionChoice, useMentionChoices } from './use-mention-choices.tsx';

/** A field for a comment: an at sign lists people and pages. */
export const MentionField = ({
  spaceId,
  label,
  rows = 2,
  draft,
  isFocused,
  onDraft,
  onKeyDown,
}: {
  readonly spaceId: string;
  readonly label: string;
  readonly rows?: number;
  readonly draft: Draft;
  readonly isFocused: boolean;
  readonly onDraft: (draft: Draft) => void;
  /** Gets the keys that the list does not use. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}) => {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState<number>();
  const [moved, setMoved] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();
  const [active, setActive] = useState(0);
  const found = cursor === undefined ? undefined : mentionQuery(draft.text, cursor);
  const query = found && found.from !== dismissed ? found : undefined;
  const choices = useMentionChoices(spaceId, query?.text);
  const index = Math.min(active, choices.length - 1);
  const isOpen = query !== undefined && choices.length > 0;
  useLayoutEffect(() => {
    if (moved === undefined) return;
    field.current?.setSelectionRange(moved, moved);
    setMoved(undefined);
  }, [moved]);
  const take = (choice: MentionChoice) => {
    if (!query) return;
    const next = takeMention(draft, query, choice.mentioned);
    onDraft(next.draft);
    setCursor(undefined);
    setMoved(next.cursor);
    setActive(0);
  };
  const listKey = (key: string): boolean => {
    if (key === 'ArrowDown') setActive((index + 1) % choices.length);
    else if (key === 'ArrowUp') setActive((index + choices.length - 1) % choices.length);
    else if (key === 'Enter' || key === 'Tab') take(choices[index]!);
    else if (key === 'Escape') setDismissed(query?.from);
    else return false;
    return true;
  };
  return (
    <div className={styles.mentions}>
      <label htmlFor={`${id}-field`} className="sr-only">
        {label}
      </label>
      <textarea
        ref={field}
        id={`${id}-field`}
        className={styles.field}
        rows={rows}
        placeholder={label}
        value={draft.text}
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${index}` : undefined}
        // biome-ignore lint/a11y/noAutofocus: the form was opened to write into it
        autoFocus={isFocused}
        onChange={(event) => {
          onDraft({ ...draft, text: event.target.value });
          setCursor(event.target.selectionStart);
          setDismissed(undefined);
          setActive(0);
        }}
        onBlur={() => setCursor(undefined)}
        onKeyDown={(event) => {
          const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
          if (isOpen && isPlain && listKey(event.key)) {
            event.preventDefault();
            event.stopPropagation();
          } else onKeyDown?.(event);
        }}
      />
      {isOpen && (
        <div id={id} role="listbox" aria-label="People and pages" className={styles.choices}>
          {choices.map((choice, at) => (
            <div
              key={choice.id}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === index}
              className={styles.choice}
              onMouseMove={() => setActive(at)}
              // The focus stays in the field.
              onMouseDown={(event) => {
                event.preventDefault();
                take(choice);
              }}
            >
              {choice.content}
            </div>
          ))}
        </div>
      )}
      <span role="status" className="sr-only">
        {isOpen ? `${choices.length} suggestions` : ''}
      </span>
    </div>
  );
};
