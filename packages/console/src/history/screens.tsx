import { getRouteApi } from '@tanstack/react-router';
import { HistoryPage } from './history-page.tsx';
import { RevisionPage } from './revision-page.tsx';

const list = getRouteApi('/s/$spaceId/~/revisions');
const one = getRouteApi('/s/$spaceId/~/revisions/$revisionId');

/** `/s/$spaceId/~/revisions` */
export const HistoryRoute = () => (
  <HistoryPage
    key={list.useSearch().page ?? ''}
    spaceId={list.useParams().spaceId}
    search={list.useSearch()}
  />
);

/** `/s/$spaceId/~/revisions/$revisionId` */
export const RevisionRoute = () => <RevisionPage {...one.useParams()} search={one.useSearch()} />;
