import type { Quote } from './discussion.ts';
import type { Draft } from './mention-draft.ts';

/** A comment that is not posted yet. */
export interface UnpostedComment {
  readonly draft: Draft;
  /** The suggested text, and the one that it replaces. */
  readonly suggested?: string | undefined;
  readonly original?: string | undefined;
  /** The words of the page that it is about. */
  readonly about?: string | undefined;
  readonly quote?: Quote | undefined;
}

/** Where the words of one form are kept. */
export interface CommentDraft {
  readonly read: () => UnpostedComment | undefined;
  readonly write: (comment: Pick<UnpostedComment, 'draft' | 'suggested' | 'original'>) => void;
  readonly forget: () => void;
}

/** The part of the store of a browser that is used here. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'comment/';

const isEmpty = ({ draft, suggested, original }: UnpostedComment): boolean =>
  draft.text.trim() === '' && suggested === original;

/** Keeps the comments of a person on a page in this browser until they are posted, each by the name of its place. */
export const createCommentDrafts = (store: Store, author: string, page: string) => {
  const start = `${PREFIX}${author}/${page}/`;
  const read = (name: string): UnpostedComment | undefined => {
    try {
      const kept = store.getItem(start + name);
      return kept === null ? undefined : (JSON.parse(kept) as UnpostedComment);
    } catch {
      return undefined;
    }
  };
  const write = (name: string, comment: UnpostedComment): void => {
    try {
      if (isEmpty(comment)) store.removeItem(start + name);
      else store.setItem(start + name, JSON.stringify(comment));
    } catch {
      // A private window, or a full disk: the words are in the form alone.
    }
  };
  return {
    /** The names of the places with comments that are not posted. */
    names: (): readonly string[] =>
      Array.from({ length: store.length }, (_, at) => store.key(at) ?? '')
        .filter((key) => key.startsWith(start))
        .map((key) => key.slice(start.length))
        .sort(),
    /** The draft of a place. */
    at: (name: string, place: Pick<UnpostedComment, 'about' | 'quote'> = {}): CommentDraft => ({
      read: () => read(name),
      write: (comment) => write(name, { ...place, ...comment }),
      forget: () => store.removeItem(start + name),
    }),
  };
};

/** The comments on a page that are not posted. */
export type CommentDrafts = ReturnType<typeof createCommentDrafts>;
