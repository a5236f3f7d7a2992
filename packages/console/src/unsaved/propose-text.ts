import type { Document } from '@lectern/document';
import { isSameText } from '../../../document/src/editor/same-text.ts';
import { ApiError, call } from '../api/client.ts';
import { findOwnRequests, isUntouched } from '../change-requests/own-requests.ts';
import { readEditedPage } from '../editor/page-server.ts';
import { draftAddress, type EditedPlace, fieldAddress } from '../editor/saving/draft-address.ts';
import { createBrowserDrafts, type Draft } from '../editor/saving/draft-store.ts';
import { changeContent, insertReusableContent } from '../pages/content-place.ts';
import type { FieldDraft } from '../pages/field-drafts.ts';
import { lineChange } from '../pages/page-fields.ts';
import { insertPageOf, mergedText } from './rescue-text.ts';
import { sendDrafts } from './send-drafts.ts';

const EMPTY: Document = { object: 'document', data: {}, nodes: [] };

interface Proposal {
  /** Where the text was written. */
  readonly place: EditedPlace;
  readonly title: string;
  /** Reads the drafts as they are now. */
  readonly readDrafts: () => Promise<readonly Draft[]>;
  readonly author: string;
}

const areSame = (some: readonly Draft[], others: readonly Draft[]): boolean =>
  some.every(({ document }, at) => others[at] !== undefined && isSameText(document, others[at].document));

/** A change request of the author without changes, which is a new one unless there is one already. */
const requestFor = async (spaceId: string, author: string): Promise<number> => {
  const unused = (await findOwnRequests(spaceId, author)).find(isUntouched);
  if (unused) return unused.number;
  const made = await call('POST', '/spaces/{spaceId}/change-requests', { params: { spaceId }, body: {} });
  return made.number;
};

/** Moves the title and the description that were written beside a text. */
const proposeFields = async (from: EditedPlace, to: EditedPlace, author: string): Promise<void> => {
  const store = createBrowserDrafts<FieldDraft>(author);
  for (const name of ['title', 'description'] as const) {
    const address = fieldAddress(draftAddress(from), name);
    // A private window has none.
    const found = await store.read(address).catch(() => []);
    const text = found.at(-1)?.text.trim();
    if (text === undefined) continue;
    await changeContent(to, [{ operation: 'update_page', page: to.pageId, ...lineChange(name, text) }]);
    await store.remove(address, found);
  }
};

/** Makes a page or a reusable content of drafts whose own one is not in the change request; returns its id. */
const insertText = async (target: EditedPlace, title: string, drafts: readonly Draft[]): Promise<string> => {
  const text = (await mergedText(drafts)) ?? EMPTY;
  const insert = target.isReusable ? insertReusableContent : insertPageOf;
  return (await insert(target, title, text))!;
};

const send = async (
  target: EditedPlace,
  page: Awaited<ReturnType<typeof readEditedPage>>,
  drafts: readonly Draft[],
): Promise<void> => {
  const obstacle = await sendDrafts(target, page, {
    read: async () => drafts.map((draft) => ({ ...draft, tab: '' })),
    // They are kept where they are until the change request has them.
    write: async () => undefined,
    remove: async () => undefined,
  });
  if (obstacle) throw new Error(obstacle.message);
};

/** Puts text into a change request, merged with what the space has there, or as a new page if it has none; returns where it is. */
export const proposeText = async ({ place, title, readDrafts, author }: Proposal): Promise<EditedPlace> => {
  const request = { ...place, changeRequestId: String(await requestFor(place.spaceId, author)) };
  const page = await readEditedPage(request).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  let drafts = await readDrafts();
  const target = page ? request : { ...request, pageId: await insertText(request, title, drafts) };
  if (page) await send(target, page, drafts);
  if (!place.isReusable) await proposeFields(place, target, author);
  // Somebody may go on writing meanwhile.
  for (let now = await readDrafts(); !areSame(now, drafts); now = await readDrafts()) {
    const sent = drafts.map(({ document }) => document);
    const later = now.map((draft) => ({ ...draft, unanswered: [...(draft.unanswered ?? []), ...sent] }));
    await send(target, await readEditedPage(target), later);
    drafts = now;
  }
  return target;
};
