import { getRouteApi } from '@tanstack/react-router';
import { ChangeRequestLayout } from './change-request-layout.tsx';
import { ChangeRequestsPage } from './change-requests-page.tsx';
import { ConflictsPage } from './conflicts/conflicts-page.tsx';
import { FilesPage } from './files-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { PassedPreviewPage, PreviewPage } from './preview-page.tsx';

const list = getRouteApi('/s/$spaceId/~/changes');
const one = getRouteApi('/s/$spaceId/~/changes/$changeRequestId');
const passed = getRouteApi('/preview');
const files = getRouteApi('/s/$spaceId/~/changes/$changeRequestId/~/files');

/** `/s/$spaceId/~/changes` */
export const ChangeRequestsRoute = () => (
  <ChangeRequestsPage spaceId={list.useParams().spaceId} search={list.useSearch()} />
);

/** `/s/$spaceId/~/changes/$changeRequestId` and below. */
export const ChangeRequestRoute = () => <ChangeRequestLayout params={one.useParams()} />;

/** `/s/$spaceId/~/changes/$changeRequestId` */
export const OverviewRoute = () => <OverviewPage params={one.useParams()} />;

/** `/s/$spaceId/~/changes/$changeRequestId/~/files` */
export const FilesRoute = () => <FilesPage params={one.useParams()} search={files.useSearch()} />;

/** `/s/$spaceId/~/changes/$changeRequestId/~/conflicts` */
export const ConflictsRoute = () => <ConflictsPage params={one.useParams()} />;

/** `/s/$spaceId/~/changes/$changeRequestId/~/preview` */
export const PreviewRoute = () => <PreviewPage params={one.useParams()} />;

/** `/preview?url=` */
export const PassedPreviewRoute = () => <PassedPreviewPage address={passed.useSearch().url} />;
