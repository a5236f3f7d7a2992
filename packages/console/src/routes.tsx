import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { read } from './api/queries.ts';
import { changeRequestsSearch } from './change-requests/search.ts';
import { conversationsAddresses } from './conversations/routes.tsx';
import { historySearch, revisionSearch } from './history/search.ts';
import { HomePage } from './home/home-page.tsx';
import { OrganizationLayout } from './home/organization-layout.tsx';
import { integrationsAddresses } from './integrations/routes.tsx';
import { openapiAddresses } from './openapi/routes.tsx';
import { comparisonSearch } from './review/search.ts';
import { root } from './root-route.ts';
import { settingsRoutes } from './settings/routes.tsx';
import { sharedContentSearch } from './shared-content/search.ts';
import { ErrorScreen, LoadingScreen, NotFoundScreen } from './shell/screens.tsx';
import { lastOrganization } from './shell/use-current-organization.ts';
import { siteRoutes } from './sites/routes.tsx';
import { SpaceLayout } from './spaces/space-layout.tsx';

/** `/app`: the home of the organization that was shown last, or of the first. */
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context: { queries } }) => {
    const { items } = await queries.ensureQueryData(read('/orgs', {}));
    const first = items.find(({ id }) => id === lastOrganization()) ?? items[0];
    if (first)
      throw redirect({ to: '/o/$organizationId', params: { organizationId: first.id }, replace: true });
  },
  component: NotFoundScreen,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId',
  component: function Home() {
    const { organizationId } = home.useParams();
    return (
      <OrganizationLayout key={organizationId} organizationId={organizationId}>
        <HomePage organizationId={organizationId} />
      </OrganizationLayout>
    );
  },
});

const trash = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/~/trash',
  component: lazyRouteComponent(() => import('./home/screens.tsx'), 'TrashRoute'),
});

const person = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/~/people/$userId',
  component: lazyRouteComponent(() => import('./home/screens.tsx'), 'PersonRoute'),
});

const collection = createRoute({
  getParentRoute: () => root,
  path: '/c/$collectionId',
  component: lazyRouteComponent(() => import('./home/screens.tsx'), 'CollectionRoute'),
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./notifications/inbox.tsx'), 'Inbox'),
});

const unsaved = createRoute({
  getParentRoute: () => root,
  path: '/unsaved',
  component: lazyRouteComponent(() => import('./unsaved/unsaved-page.tsx'), 'UnsavedPage'),
});

const space = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId',
  loader: async ({ context: { queries }, params }) => {
    await Promise.all([
      queries.ensureQueryData(read('/spaces/{spaceId}', { params })),
      queries.ensureQueryData(read('/spaces/{spaceId}/content/pages', { params })),
    ]);
  },
  component: function Space() {
    return (
      <SpaceLayout place={{ spaceId: space.useParams().spaceId }}>
        <Outlet />
      </SpaceLayout>
    );
  },
});

// Screens inside of a page have parameters of their own.
const pageSearch = (
  search: Record<string, unknown>,
): {
  edit?: boolean;
  source?: boolean | undefined;
  comments?: boolean | undefined;
  propose?: boolean | undefined;
  [name: string]: unknown;
} => search;

const page = createRoute({
  getParentRoute: () => space,
  path: '$',
  validateSearch: pageSearch,
  // The renderer of documents is as large as the rest.
  component: lazyRouteComponent(() => import('./pages/page-route.tsx'), 'PageRoute'),
});

const changeRequests = createRoute({
  getParentRoute: () => space,
  path: '~/changes',
  validateSearch: changeRequestsSearch,
  component: lazyRouteComponent(() => import('./change-requests/screens.tsx'), 'ChangeRequestsRoute'),
});

const history = createRoute({
  getParentRoute: () => space,
  path: '~/revisions',
  validateSearch: historySearch,
  component: lazyRouteComponent(() => import('./history/screens.tsx'), 'HistoryRoute'),
});

const sharedContent = createRoute({
  getParentRoute: () => space,
  path: '~/shared',
  validateSearch: sharedContentSearch,
  component: lazyRouteComponent(
    () => import('./shared-content/shared-content-page.tsx'),
    'SharedContentRoute',
  ),
});

const importRun = createRoute({
  getParentRoute: () => space,
  path: '~/imports/$importRunId',
  component: lazyRouteComponent(() => import('./spaces/imports/import-page.tsx'), 'ImportPage'),
});

const git = createRoute({
  getParentRoute: () => space,
  path: '~/git',
  component: lazyRouteComponent(() => import('./git/git-page.tsx'), 'GitRoute'),
});

// A review needs the whole width: it is beside the space, not in it.
const revision = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId/~/revisions/$revisionId',
  validateSearch: revisionSearch,
  component: lazyRouteComponent(() => import('./history/screens.tsx'), 'RevisionRoute'),
});

const changeRequest = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId/~/changes/$changeRequestId',
  component: lazyRouteComponent(() => import('./change-requests/screens.tsx'), 'ChangeRequestRoute'),
});

const changeRequestPage = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId/~/changes/$changeRequestId/$',
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import('./pages/page-route.tsx'), 'ChangeRequestPageRoute'),
});

const changeRequestSharedContent = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId/~/changes/$changeRequestId/~/shared',
  validateSearch: sharedContentSearch,
  component: lazyRouteComponent(
    () => import('./shared-content/shared-content-page.tsx'),
    'ChangeRequestSharedContentRoute',
  ),
});

const changeRequestOverview = createRoute({
  getParentRoute: () => changeRequest,
  path: '/',
  component: lazyRouteComponent(() => import('./change-requests/screens.tsx'), 'OverviewRoute'),
});

const changeRequestFiles = createRoute({
  getParentRoute: () => changeRequest,
  path: '~/files',
  validateSearch: comparisonSearch,
  component: lazyRouteComponent(() => import('./change-requests/screens.tsx'), 'FilesRoute'),
});

const changeRequestConflicts = createRoute({
  getParentRoute: () => changeRequest,
  path: '~/conflicts',
  component: lazyRouteComponent(() => import('./change-requests/screens.tsx'), 'ConflictsRoute'),
});

const changeRequestPreview = createRoute({
  getParentRoute: () => changeRequest,
  path: '~/preview',
  component: lazyRouteComponent(() => import('./change-requests/screens.tsx'), 'PreviewRoute'),
});

// The address of a preview on the host of a site, which somebody else opened.
const passedPreview = createRoute({
  getParentRoute: () => root,
  path: '/preview',
  validateSearch: ({ url }: Record<string, unknown>) => ({ url: typeof url === 'string' ? url : '' }),
  component: lazyRouteComponent(() => import('./change-requests/screens.tsx'), 'PassedPreviewRoute'),
});

const tree = root.addChildren([
  index,
  home,
  trash,
  person,
  collection,
  inbox,
  passedPreview,
  unsaved,
  space.addChildren([page, changeRequests, history, sharedContent, importRun, git]),
  changeRequest.addChildren([
    changeRequestOverview,
    changeRequestFiles,
    changeRequestConflicts,
    changeRequestPreview,
  ]),
  changeRequestPage,
  changeRequestSharedContent,
  revision,
  ...settingsRoutes,
  ...openapiAddresses,
  ...integrationsAddresses,
  ...conversationsAddresses,
  ...siteRoutes,
]);

/** Makes the router of all addresses of the console. */
export const createConsoleRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    basepath: '/app',
    context: { queries },
    defaultPreload: 'intent',
    defaultErrorComponent: ({ error, reset }) => <ErrorScreen error={error as Error} reset={reset} />,
    defaultPendingComponent: LoadingScreen,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
