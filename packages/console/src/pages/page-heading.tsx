import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { notify } from '../primitives/toasts.tsx';
import type { ContentPlace } from './content-place.ts';
import styles from './page-view.module.css';
import { usePageUpdate } from './use-page-update.ts';

const SAVE_MS = 800;

/** A line of a page that is saved as one types. */
const HeadingField = ({
  label,
  value,
  maxLength,
  className,
  onSave,
  onEnter,
}: {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly className: string;
  readonly onSave: (value: string) => void;
  readonly onEnter: (field: HTMLTextAreaElement) => void;
}) => {
  const [text, setText] = useState(value);
  const [saved, setSaved] = useState(value);
  const isFocused = useRef(false);
  // What others have written is shown unless somebody is writing here.
  if (value !== saved && !isFocused.current) {
    setSaved(value);
    setText(value);
  }
  const state = useRef({ text, saved, onSave });
  useEffect(() => {
    state.current = { text, saved, onSave };
  });
  const save = () => {
    const { text: now, saved: before, onSave: send } = state.current;
    if (now.trim() === before.trim()) return;
    setSaved(now);
    send(now.trim());
  };
  useEffect(() => {
    if (text === saved) return;
    const timer = setTimeout(save, SAVE_MS);
    return () => clearTimeout(timer);
  });
  useEffect(
    () => () => {
      const { text: now, saved: before, onSave: send } = state.current;
      if (now.trim() !== before.trim()) send(now.trim());
    },
    [],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
    onEnter(event.currentTarget);
  };
  return (
    <textarea
      className={className}
      aria-label={label}
      placeholder={label}
      dir="auto"
      rows={1}
      maxLength={maxLength}
      value={text}
      onChange={(event) => setText(event.target.value.replaceAll('\n', ' '))}
      onFocus={() => {
        isFocused.current = true;
      }}
      onBlur={() => {
        isFocused.current = false;
        save();
      }}
      onKeyDown={onKeyDown}
    />
  );
};

/** The title and the description of a page that is edited. */
export const PageHeading = ({
  place,
  pageId,
  title,
  description,
}: {
  readonly place: ContentPlace;
  readonly pageId: string;
  readonly title: string;
  readonly description: string;
}) => {
  const { mutate, isPending } = usePageUpdate(place, pageId, { isTyped: true });
  useEffect(() => {
    if (!isPending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isPending]);
  const fail = (error: Error) => notify(error.message, { isError: true });
  const focusNext = (field: HTMLElement) => {
    const next = field.nextElementSibling ?? document.querySelector('.ProseMirror');
    if (next instanceof HTMLElement) next.focus();
  };
  return (
    <div className={styles.heading}>
      {/* The title is a field here, but the page still needs a heading. */}
      <h1 className="sr-only">{title}</h1>
      <HeadingField
        label="Title"
        value={title}
        maxLength={300}
        className={`${styles.title} ${styles.field}`}
        // A page cannot be without a title.
        onSave={(value) => value !== '' && mutate({ title: value }, { onError: fail })}
        onEnter={focusNext}
      />
      <HeadingField
        label="Description"
        value={description}
        maxLength={5000}
        className={`${styles.description} ${styles.field}`}
        onSave={(value) => mutate({ description: value === '' ? null : value }, { onError: fail })}
        onEnter={focusNext}
      />
    </div>
  );
};
