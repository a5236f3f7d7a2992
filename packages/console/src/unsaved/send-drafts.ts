import { createPageServer, type readEditedPage, versionOf } from '../editor/page-server.ts';
import { draftAddress, type EditedPlace } from '../editor/saving/draft-address.ts';
import type { DraftStore } from '../editor/saving/draft-store.ts';
import type { Obstacle } from '../editor/saving/obstacle.ts';
import { createPageSaver, type SavingState } from '../editor/saving/page-saver.ts';

/** Merges drafts with a page as it is on the server, and sends it; returns why that was not possible. */
export const sendDrafts = async (
  place: EditedPlace,
  page: Awaited<ReturnType<typeof readEditedPage>>,
  drafts: DraftStore,
): Promise<Obstacle | undefined> => {
  const version = versionOf(page);
  let { document } = version;
  let state: SavingState = { kind: 'saved' };
  const saver = createPageSaver({
    address: draftAddress(place),
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
  return 'message' in last ? last : undefined;
};
