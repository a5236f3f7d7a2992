import { useSuspenseQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiError, NetworkError } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { draftAddress } from '../editor/saving/draft-address.ts';
import { createBrowserDrafts } from '../editor/saving/draft-store.ts';
import { obstacleOf } from '../editor/saving/obstacle.ts';
import type { HeadingState } from '../editor/saving-status.tsx';
import { Button } from '../primitives/button.tsx';
import { notify } from '../primitives/toasts.tsx';
import { NEW_PAGE_TITLE } from '../spaces/tree/use-insert-page.ts';
import { type ContentPlace, readPageDocument } from './content-place.ts';
import { createFieldDrafts, type FieldDrafts } from './field-drafts.ts';
import { lineChange, type PageChange, type PageContent } from './page-fields.ts';
import styles from './page-view.module.css';
import { usePageUpdate } from './use-page-update.ts';

const SAVE_MS = 800;
const OFFLINE = new NetworkError('The server could not be reached');

/** What became of a line that was sent. */
type SentLine =
  | { readonly kind: 'saved' | 'failed' }
  | { readonly kind: 'contested'; readonly theirs: string };

// The line that it replaces is not the one that the server has.
const isContestedError = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ path }) => path.includes('.expected.'));

/** A line of a page that is saved as one types: first in this browser, then on the server. */
const HeadingField = ({
  label,
  name,
  value,
  maxLength,
  className,
  drafts,
  isRequired = false,
  onContested,
  onSave,
  onEnter,
}: {
  readonly label: string;
  readonly name: 'title' | 'description';
  readonly value: string;
  readonly maxLength: number;
  readonly className: string;
  readonly drafts: FieldDrafts;
  readonly isRequired?: boolean;
  /** Called when somebody else has changed the line as well, and when that is decided. */
  readonly onContested: (isContested: boolean) => void;
  readonly onSave: (value: string, base: string) => Promise<SentLine>;
  readonly onEnter: (field: HTMLTextAreaElement) => void;
}) => {
  const [text, setText] = useState(value);
  const [saved, setSaved] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sending, setSending] = useState(0);
  // What somebody else has written since the line was read.
  const [theirs, setTheirs] = useState<string>();
  // The line that the server has, and the one that it has when everything is sent.
  const stored = useRef(value);
  const latest = useRef(value);
  const isFocused = useRef(false);
  // What others have written is shown unless somebody is writing here.
  if (value !== seen && !isFocused.current && sending === 0 && theirs === undefined) {
    setSeen(value);
    setSaved(value);
    setText(value);
    stored.current = value;
    latest.current = value;
  }
  const send = async (typed: string) => {
    const line = typed.trim();
    const base = latest.current;
    latest.current = line;
    setSeen(value);
    setSaved(typed);
    setSending((count) => count + 1);
    const result = await onSave(line, base);
    setSending((count) => count - 1);
    if (result.kind === 'saved') {
      stored.current = line;
      return;
    }
    latest.current = stored.current;
    if (result.kind === 'contested' && result.theirs !== stored.current) setTheirs(result.theirs);
    // A line before this one was refused.
    else if (result.kind === 'contested') setSaved(stored.current);
  };
  const isContested = theirs !== undefined;
  useEffect(() => onContested(isContested), [isContested, onContested]);
  const isMissing = isRequired && text.trim() === '';
  const save = () => {
    if (text.trim() !== saved.trim() && !isMissing && theirs === undefined) void send(text);
  };
  // Written here in an earlier visit, while others changed the line.
  const [offered, setOffered] = useState<string>();
  const take = (unsent: string) => {
    setOffered(undefined);
    setText(unsent);
    void send(unsent);
  };
  /** Decides for a line of two. */
  const settle = (line: string, other: string) => {
    setTheirs(undefined);
    setSeen(value);
    stored.current = other;
    latest.current = other;
    setText(line);
    setSaved(other);
    if (line === other) void drafts.forget(name);
    else void send(line);
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const isUntitled = useRef(name === 'title' && value === NEW_PAGE_TITLE);
  // The first words in a new page are its title.
  useEffect(() => {
    if (isUntitled.current) field.current!.select();
  }, []);
  const state = useRef({ text, saved, theirs, onSave, take });
  useEffect(() => {
    state.current = { text, saved, theirs, onSave, take };
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
      const { text: now, saved: before, theirs: other, onSave: sendLast } = state.current;
      // What is not decided is offered in the next visit.
      if (other === undefined && now.trim() !== before.trim()) void sendLast(now.trim(), latest.current);
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
          const base = stored.current;
          void drafts.keep(name, base, typed.trim() === '' && isRequired ? base : typed);
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
      {theirs !== undefined && (
        <p role="status" className={styles.offered}>
          <span>
            {theirs === '' ? (
              'Somebody else has removed this.'
            ) : (
              <>
                Somebody else has changed this to <q dir="auto">{theirs}</q>
              </>
            )}
          </span>
          <Button onClick={() => settle(text, theirs)}>Use mine</Button>
          <Button variant="quiet" onClick={() => settle(theirs, theirs)}>
            Use theirs
          </Button>
        </p>
      )}
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
  onState,
}: {
  readonly place: ContentPlace;
  readonly pageId: string;
  readonly title: string;
  readonly description: string;
  /** Called with where the lines are, or with nothing when they are saved. */
  readonly onState: (state: HeadingState | undefined) => void;
}) => {
  const { data: user } = useSuspenseQuery(read('/user'));
  const [drafts] = useState(() =>
    createFieldDrafts(draftAddress({ ...place, pageId }), createBrowserDrafts(user.id)),
  );
  const onSaved = (fields: PageChange) => {
    if (fields.title !== undefined) void drafts.sent('title', fields.title);
    if (fields.description !== undefined) void drafts.sent('description', fields.description ?? '');
  };
  const { mutateAsync, isPending, isPaused, failureCount, failureReason } = usePageUpdate(place, pageId, {
    isTyped: true,
    onSaved,
  });
  const [isTitleContested, setTitleContested] = useState(false);
  const [isDescriptionContested, setDescriptionContested] = useState(false);
  const isUndecided = isTitleContested || isDescriptionContested;
  const isStuck = isPaused || failureCount > 0;
  useEffect(() => {
    if (isUndecided) onState({ kind: 'undecided' });
    else if (isPending) onState(isStuck ? obstacleOf(failureReason ?? OFFLINE) : { kind: 'saving' });
    else onState(undefined);
  }, [isUndecided, isPending, isStuck, failureReason, onState]);
  useEffect(() => () => onState(undefined), [onState]);
  useEffect(() => {
    if (!isPending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isPending]);
  const save = async (name: 'title' | 'description', value: string, base: string): Promise<SentLine> => {
    // A page cannot be without a title.
    if (name === 'title' && value === '') return { kind: 'failed' };
    try {
      await mutateAsync({ ...lineChange(name, value), expected: lineChange(name, base) });
      return { kind: 'saved' };
    } catch (error) {
      if (isContestedError(error)) {
        const now = await readPageDocument(place, pageId)
          .queryFn()
          .catch(() => undefined);
        if (now) return { kind: 'contested', theirs: (now as PageContent)[name] ?? '' };
      }
      notify((error as Error).message, { isError: true });
      return { kind: 'failed' };
    }
  };
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
        isRequired
        maxLength={300}
        className={`${styles.title} ${styles.field}`}
        onContested={setTitleContested}
        onSave={(line, base) => save('title', line, base)}
        onEnter={focusNext}
      />
      <HeadingField
        label="Description"
        name="description"
        value={description}
        drafts={drafts}
        maxLength={5000}
        className={`${styles.description} ${styles.field}`}
        onContested={setDescriptionContested}
        onSave={(line, base) => save('description', line, base)}
        onEnter={focusNext}
      />
    </div>
  );
};
