import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { type ContentPlace, readTableOfContents, refreshContent } from '../pages/content-place.ts';
import { useOpenPage } from '../pages/page-link.tsx';
import { notify } from '../primitives/toasts.tsx';
import { flatten, type PageNode, tableOfContents } from '../spaces/tree/page-node.ts';
import { findOwnRequests, isUntouched } from './own-requests.ts';
import type { ListedChangeRequest } from './queries.ts';

/** A page that is edited in a change request. */
type ProposedPage = Pick<PageNode, 'id' | 'title'>;

/** Edits a page in a change request: in a new one, or in one of the user's own. */
export const usePropose = (spaceId: string) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const open = useOpenPage();
  const { data: user } = useSuspenseQuery(read('/user'));
  const [isBusy, setBusy] = useState(false);
  const [choices, setChoices] = useState<readonly ListedChangeRequest[]>([]);

  const openOverview = (number: number) =>
    navigate({
      to: '/s/$spaceId/~/changes/$changeRequestId',
      params: { spaceId, changeRequestId: String(number) },
    });
  /** Opens the editor of a page in a change request. */
  const edit = async (number: number, page: ProposedPage): Promise<void> => {
    setChoices([]);
    const place: ContentPlace = { spaceId, changeRequestId: String(number) };
    const contents = await queries.fetchQuery({ ...readTableOfContents(place), staleTime: 0 });
    const path = flatten(tableOfContents(contents)).find(({ id }) => id === page.id)?.path;
    if (path !== undefined) return open(place, path, { isEdited: true });
    notify(`“${page.title}” is not in #${number} yet: update it from the space`, { isError: true });
    return openOverview(number);
  };
  const create = async (page: ProposedPage): Promise<void> => {
    const { number } = await call('POST', '/spaces/{spaceId}/change-requests', {
      params: { spaceId },
      body: {},
    });
    await refreshContent(queries);
    await edit(number, page);
  };
  const run = (work: () => Promise<void>): void => {
    if (isBusy) return;
    setBusy(true);
    work()
      .catch((error: Error) => notify(error.message, { isError: true }))
      .finally(() => setBusy(false));
  };
  return {
    isBusy,
    /** The change requests that the user can go on with; empty unless they have to choose. */
    choices,
    /** Starts to edit a page; asks if there are change requests of the user to go on with. */
    start: (page: ProposedPage) =>
      run(async () => {
        const own = await findOwnRequests(spaceId, user.id);
        const unused = own.find(isUntouched);
        if (unused) await edit(unused.number, page);
        else if (own.length === 0) await create(page);
        else setChoices(own);
      }),
    create: (page: ProposedPage) => run(() => create(page)),
    goOn: (number: number, page: ProposedPage) => run(() => edit(number, page)),
    cancel: () => setChoices([]),
  };
};

/** Edits pages in change requests. */
export type Propose = ReturnType<typeof usePropose>;
