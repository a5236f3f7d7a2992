import type { Document } from '@lectern/document';
import type { LiveConnection } from '../../live/connection.ts';
import type { PageSaver } from '../saving/page-saver.ts';

interface Options {
  readonly connection: LiveConnection;
  readonly pageId: string;
  /** The saver of the page so far. */
  readonly own: PageSaver;
  /** Creates a saver of one's own, with the version that the text was made from. */
  readonly createOwn: (base: Document) => PageSaver;
  /** Creates a saver that shares the text with others; the own one must stop before. */
  readonly createShared: (base: Document, onEnd: () => void) => PageSaver;
  /** Whether the text can be shared now. */
  readonly isReady: () => boolean;
}

const RETRY_MS = 2_000;

/**
 * Saves a page alone as long as nobody else edits it, and together with others from then on. When the text cannot be shared any
 * more, it is saved alone again.
 */
export const createSwitchingSaver = ({
  connection,
  pageId,
  own: first,
  createOwn,
  createShared,
  isReady,
}: Options): PageSaver => {
  let current = first;
  let isShared = false;
  let isStarting = false;
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const hasOthers = (): boolean => {
    const { id, mayEdit, people } = connection.state();
    const own = people.find((person) => person.id === id);
    return (
      mayEdit &&
      own !== undefined &&
      people.some(
        (person) =>
          person.id !== id &&
          person.page === pageId &&
          person.isEditing &&
          person.changeRequest === own.changeRequest,
      )
    );
  };
  const tryLater = () => {
    clearTimeout(retry);
    if (!isClosed) retry = setTimeout(() => void share(), RETRY_MS);
  };
  const share = async (): Promise<void> => {
    if (isClosed || isShared || isStarting || !hasOthers()) return;
    isStarting = true;
    try {
      // Most of the text is stored before it is shared; the rest is merged.
      await current.flush();
      if (isClosed || !current.isSaved() || !isReady()) return tryLater();
      const own = current;
      const made = createShared(own.draft().base.document, () => {
        isShared = false;
        if (isClosed) return;
        // It finds the draft, and what of it is stored already.
        current = createOwn(made.draft().base.document);
        void current.restore();
        tryLater();
      });
      current = made;
      isShared = true;
      await own.close();
    } catch {
      tryLater();
    } finally {
      isStarting = false;
    }
  };
  const endWatch = connection.watch(() => void share());
  void share();

  return {
    isSaved: () => current.isSaved(),
    changed: () => current.changed(),
    flush: () => current.flush(),
    keep: () => current.keep(),
    catchUp: (documentId) => current.catchUp(documentId),
    draft: () => current.draft(),
    restore: () => current.restore(),
    discard: () => {
      isClosed = true;
      endWatch();
      clearTimeout(retry);
      return current.discard();
    },
    close: () => {
      isClosed = true;
      endWatch();
      clearTimeout(retry);
      return current.close();
    },
  };
};
