import { readEditedPage } from '../editor/page-server.ts';
import { draftAddress } from '../editor/saving/draft-address.ts';
import { createBrowserDrafts, openBrowserStore } from '../editor/saving/draft-store.ts';
import { type Obstacle, obstacleOf } from '../editor/saving/obstacle.ts';
import { createPageDrafts } from '../editor/saving/page-drafts.ts';
import { oneByOne, unlessOpen } from '../editor/saving/page-lock.ts';
import { changeContent } from '../pages/content-place.ts';
import { createFieldDrafts } from '../pages/field-drafts.ts';
import { lineChange } from '../pages/page-fields.ts';
import { keptEntries } from './rescue-text.ts';
import { sendDrafts } from './send-drafts.ts';
import { type UnsavedPage, unsavedPagesIn } from './unsaved-pages.ts';

/** Why the text of a page is not on the server; what is kept of it in this browser may be unreadable. */
export type UnsentReason = Obstacle | { readonly kind: 'unreadable' };

/** A page whose text could not be sent. */
export interface UnsentPage extends UnsavedPage {
  readonly obstacle: UnsentReason;
}

/** Merges the text of a page with that on the server, and sends it. */
const sendText = async (
  { place, title }: UnsavedPage,
  author: string,
  page: Awaited<ReturnType<typeof readEditedPage>>,
): Promise<UnsentReason | undefined> => {
  const drafts = createPageDrafts({ author, ...(title !== undefined && { title }) });
  const address = draftAddress(place);
  if ((await drafts.read(address)).length === 0) return undefined;
  const obstacle = await sendDrafts(place, page, drafts);
  if (obstacle) return obstacle;
  const isSent = (await drafts.read(address)).length === 0;
  return isSent ? undefined : { kind: 'offline', message: 'The server could not be reached' };
};

/** Sends a line of a page unless somebody else has changed it. */
const sendField = async (
  { place }: UnsavedPage,
  author: string,
  name: 'title' | 'description',
  stored: string,
): Promise<UnsentReason | undefined> => {
  const drafts = createFieldDrafts(draftAddress(place), createBrowserDrafts(author));
  const unsent = await drafts.resume(name, stored);
  if (!unsent) return undefined;
  if (!unsent.isCurrent)
    return { kind: 'refused', message: `Somebody else has changed the ${name} of this page.` };
  const text = unsent.text.trim();
  const change = { ...lineChange(name, text), expected: lineChange(name, stored) };
  await changeContent(place, [{ operation: 'update_page', page: place.pageId, ...change }]);
  await drafts.sent(name, text);
  return undefined;
};

const send = async (unsaved: UnsavedPage, author: string): Promise<UnsentReason | 'sent'> => {
  try {
    const page = await readEditedPage(unsaved.place);
    const { title = '', description = '' } = page;
    const obstacle =
      (await sendField(unsaved, author, 'title', title)) ??
      (await sendField(unsaved, author, 'description', description));
    const found = (await sendText(unsaved, author, page)) ?? obstacle;
    if (found) return found;
    // Text is sent when it is no longer kept here.
    return (await keptEntries(unsaved.place, author)).size === 0 ? 'sent' : { kind: 'unreadable' };
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
