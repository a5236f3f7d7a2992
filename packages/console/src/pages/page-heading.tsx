import { useSuspenseQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { read } from '../api/queries.ts';
import { draftAddress } from '../editor/saving/draft-address.ts';
import { createBrowserDrafts } from '../editor/saving/draft-store.ts';
import { SavingStatus } from '../editor/saving-status.tsx';
import { Button } from '../primitives/button.tsx';
import { notify } from '../primitives/toasts.tsx';
import { NEW_PAGE_TITLE } from '../spaces/tree/use-insert-page.ts';
import type { ContentPlace } from './content-place.ts';
import { createFieldDrafts, type FieldDrafts } from './field-drafts.ts';
import type { PageChange } from './page-fields.ts';
import styles from './page-view.module.css';
import { usePageUpdate } from './use-page-update.ts';

const SAVE_MS = 800;

/** A line of a page that is saved as one types: first in this browser, then on the server. */
const HeadingField = ({
  label,
  name,
  value,
  maxLength,
  className,
  drafts,
  isSending,
  isRequired = false,
  onSave,
  onEnter,
}: {
  readonly label: string;
  readonly name: 'title' | 'description';
  readonly value: string;
  readonly maxLength: number;
  readonly className: string;
  readonly drafts: FieldDrafts;
  readonly isSending: boolean;
  readonly isRequired?: boolean;
  readonly onSave: (value: string) => void;
  readonly onEnter: (field: HTMLTextAreaElement) => void;
}) => {
  const [text, setText] = useState(value);
  const [saved, setSaved] = useState(value);
  const [seen, setSeen] = useState(value);
  const isFocused = useRef(false);
  // What others have written is shown unless somebody is writing here.
  if (value !== seen && !isFocused.current && !isSending) {
    setSeen(value);
    setSaved(value);
    setText(value);
  }
  const send = (now: string) => {
    setSeen(value);
    setSaved(now);
    onSave(now.trim());
  };
  const isMissing = isRequired && text.trim() === '';
  const save = () => {
    if (text.trim() !== saved.trim() && !isMissing) send(text);
  };
  // Written here in an earlier visit, while others changed the line.
  const [offered, setOffered] = useState<string>();
  const take = (unsent: string) => {
    setOffered(undefined);
    setText(unsent);
    send(unsent);
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const isUntitled = useRef(name === 'title' && value === NEW_PAGE_TITLE);
  // The first words in a new page are its title.
  useEffect(() => {
    if (isUntitled.current) field.current!.select();
  }, []);
  const state = useRef({ text, saved, onSave, take });
  useEffect(() => {
    state.current = { text, saved, onSave, take };
  });
  const resume = useRef(() => drafts.resume(name, value));
  useEffect(() => {
    let isGone = false;
    void resume.current().then((unsent) => {
      if (isGone || !unsent) return;
      if (unsent.isCurrent) state.current.take(unsent.text);
      else setOffered(unsent.text);
    });
    return () => {
      isGone = true;
    };
  }, []);
  useEffect(() => {
    if (text === saved) return;
    const timer = setTimeout(save, SAVE_MS);
    return () => clearTimeout(timer);
  });
  useEffect(
    () => () => {
      const { text: now, saved: before, onSave: sendLast } = state.current;
      if (now.trim() !== before.trim()) sendLast(now.trim());
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
    <>
      <textarea
        ref={field}
        className={className}
        aria-label={label}
        placeholder={label}
        dir="auto"
        rows={1}
        maxLength={maxLength}
        value={text}
        onChange={(event) => {
          const typed = event.target.value.replaceAll('\n', ' ');
          setText(typed);
          void drafts.keep(name, value, typed.trim() === '' && isRequired ? value : typed);
        }}
        onFocus={() => {
          isFocused.current = true;
        }}
        onBlur={() => {
          isFocused.current = false;
          if (isMissing) setText(saved);
          else save();
        }}
        onKeyDown={onKeyDown}
      />
      {offered !== undefined && (
        <p role="status" className={styles.offered}>
          <span>
            Written here while offline: <q dir="auto">{offered}</q>
          </span>
          <Button onClick={() => take(offered)}>Use it</Button>
          <Button
            variant="quiet"
            onClick={() => {
              setOffered(undefined);
              void drafts.forget(name);
            }}
          >
            Discard
          </Button>
        </p>
      )}
    </>
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
  const { data: user } = useSuspenseQuery(read('/user'));
  const [drafts] = useState(() =>
    createFieldDrafts(draftAddress({ ...place, pageId }), createBrowserDrafts(user.id)),
  );
  const onSaved = (fields: PageChange) => {
    if (fields.title !== undefined) void drafts.sent('title', fields.title);
    if (fields.description !== undefined) void drafts.sent('description', fields.description ?? '');
  };
  const { mutate, isPending, isPaused, failureCount } = usePageUpdate(place, pageId, {
    isTyped: true,
    onSaved,
  });
  useEffect(() => {
    if (!isPending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isPending]);
  const fail = (error: Error) => notify(error.message, { isError: true });
  const focusNext = (field: HTMLTextAreaElement) => {
    const fields = [...(field.parentElement?.querySelectorAll('textarea') ?? [])];
    const next = fields[fields.indexOf(field) + 1] ?? document.querySelector<HTMLElement>('.ProseMirror');
    next?.focus();
  };
  return (
    <div className={styles.heading}>
      {/* The title is a field here, but the page still needs a heading. */}
      <h1 className="sr-only">{title}</h1>
      <HeadingField
        label="Title"
        name="title"
        value={title}
        drafts={drafts}
        isSending={isPending}
        isRequired
        maxLength={300}
        className={`${styles.title} ${styles.field}`}
        // A page cannot be without a title.
        onSave={(value) => value !== '' && mutate({ title: value }, { onError: fail })}
        onEnter={focusNext}
      />
      <HeadingField
        label="Description"
        name="description"
        value={description}
        drafts={drafts}
        isSending={isPending}
        maxLength={5000}
        className={`${styles.description} ${styles.field}`}
        onSave={(value) => mutate({ description: value === '' ? null : value }, { onError: fail })}
        onEnter={focusNext}
      />
      {isPending && (isPaused || failureCount > 0) && <SavingStatus state={{ kind: 'offline' }} />}
    </div>
  );
};
