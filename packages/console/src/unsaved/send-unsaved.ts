import { ApiError, isTemporary } from '../api/client.ts';
import { createPageServer, readEditedPage, versionOf } from '../editor/page-server.ts';
import { draftAddress } from '../editor/saving/draft-address.ts';
import { createBrowserDrafts, openBrowserStore } from '../editor/saving/draft-store.ts';
import { createPageDrafts } from '../editor/saving/page-drafts.ts';
import { oneByOne, unlessOpen } from '../editor/saving/page-lock.ts';
import { createPageSaver, type SavingState } from '../editor/saving/page-saver.ts';
import { changeContent } from '../pages/content-place.ts';
import { createFieldDrafts } from '../pages/field-drafts.ts';
import { type UnsavedPage, unsavedPagesIn } from './unsaved-pages.ts';

/** Why the text of a page is not on the server: it cannot be reached, the page was deleted, or it refuses the text. */
export type Obstacle =
  | { readonly kind: 'offline' | 'deleted' }
  | { readonly kind: 'refused'; readonly message: string };

/** A page whose text could not be sent. */
export interface UnsentPage extends UnsavedPage {
  readonly obstacle: Obstacle;
}

const obstacleOf = (error: unknown): Obstacle => {
  if (isTemporary(error)) return { kind: 'offline' };
  if (error instanceof ApiError && error.status === 404) return { kind: 'deleted' };
  return { kind: 'refused', message: (error as Error).message };
};

type StoredPage = Awaited<ReturnType<typeof readEditedPage>>;

/** Merges the text of a page with that on the server, and sends it. */
const sendText = async (
  { place, title }: UnsavedPage,
  author: string,
  page: StoredPage,
): Promise<Obstacle | undefined> => {
  const address = draftAddress(place);
  const drafts = createPageDrafts({ author, ...(title !== undefined && { title }) });
  if ((await drafts.read(address)).length === 0) return undefined;
  const version = versionOf(page);
  let { document } = version;
  let state: SavingState = { kind: 'saved' };
  const saver = createPageSaver({
    address,
    version,
    drafts,
    server: createPageServer(place),
    page: {
      read: () => document,
      write: (merged) => {
        document = merged;
      },
    },
    onState: (next) => {
      state = next;
    },
  });
  await saver.restore();
  await saver.close();
  const last = state as SavingState;
  if (last.kind === 'refused') return last;
  if (last.kind === 'deleted') return { kind: last.kind };
  return (await drafts.read(address)).length === 0 ? undefined : { kind: 'offline' };
};

/** Sends a line of a page unless somebody else has changed it. */
const sendField = async (
  { place }: UnsavedPage,
  author: string,
  name: 'title' | 'description',
  stored: string,
): Promise<Obstacle | undefined> => {
  const drafts = createFieldDrafts(draftAddress(place), createBrowserDrafts(author));
  const unsent = await drafts.resume(name, stored);
  if (!unsent) return undefined;
  if (!unsent.isCurrent)
    return { kind: 'refused', message: `Somebody else has changed the ${name} of this page.` };
  const text = unsent.text.trim();
  const change = name === 'title' ? { title: text } : { description: text === '' ? null : text };
  await changeContent(place, [{ operation: 'update_page', page: place.pageId, ...change }]);
  await drafts.sent(name, text);
  return undefined;
};

const send = async (unsaved: UnsavedPage, author: string): Promise<Obstacle | 'sent'> => {
  try {
    const page = await readEditedPage(unsaved.place);
    const { title = '', description = '' } = page;
    const obstacle =
      (await sendField(unsaved, author, 'title', title)) ??
      (await sendField(unsaved, author, 'description', description));
    return (await sendText(unsaved, author, page)) ?? obstacle ?? 'sent';
  } catch (error) {
    return obstacleOf(error);
  }
};

/** What was sent, and what could not be. */
interface Sending {
  readonly sent: number;
  readonly unsent: readonly UnsentPage[];
}

const sendAll = async (author: string): Promise<Sending> => {
  const entries = await openBrowserStore()
    .entries('')
    // A private window has nothing.
    .catch(() => new Map<IDBValidKey, unknown>());
  const unsent: UnsentPage[] = [];
  let sent = 0;
  for (const page of unsavedPagesIn(entries, author)) {
    const result = await unlessOpen(draftAddress(page.place), () => send(page, author));
    if (result === 'sent') sent++;
    else if (result !== undefined) unsent.push({ ...page, obstacle: result });
  }
  return { sent, unsent };
};

/** Sends the text of all pages that are not open in an editor. Two tabs at once would take each other for editors. */
export const sendUnsaved = (author: string): Promise<Sending> => oneByOne(() => sendAll(author));
