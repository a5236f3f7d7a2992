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
import { validSearch } from './shell/valid-search.ts';
import { siteRoutes } from './sites/routes.tsx';
import { SpaceLayout } from './spaces/space-layout.tsx';
import { tasksSearch } from './tasks/search.ts';

// Each is named once: every mention of an import adds the list of its files to the first screen.
const homeScreens = () => import('./home/screens.tsx');
const changeRequestScreens = () => import('./change-requests/screens.tsx');
const historyScreens = () => import('./history/screens.tsx');
const sharedContentScreens = () => import('./shared-content/shared-content-page.tsx');
const pageScreens = () => import('./pages/page-route.tsx');

/** `/app`: the home of the organization that was shown last, or of the first; without any, joining or creating one. */
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context: { queries } }) => {
    const { items } = await queries.ensureQueryData(read('/orgs', {}));
    const first = items.find(({ id }) => id === lastOrganization()) ?? items[0];
    throw first
      ? redirect({ to: '/o/$organizationId', params: { organizationId: first.id }, replace: true })
      : redirect({ to: '/organizations', replace: true });
  },
});

const organizations = createRoute({
  getParentRoute: () => root,
  path: '/organizations',
  component: lazyRouteComponent(() => import('./home/organizations-page.tsx'), 'OrganizationsPage'),
});

const tokens = createRoute({
  getParentRoute: () => root,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./tokens/tokens-page.tsx'), 'TokensPage'),
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
  component: lazyRouteComponent(homeScreens, 'TrashRoute'),
});

const ask = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/~/ask',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => ({
    ...(q !== undefined && { q: String(q) }),
  }),
  // The renderer of documents is as large as the rest.
  component: lazyRouteComponent(() => import('./ask/ask-page.tsx'), 'AskRoute'),
});

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/~/tasks',
  validateSearch: validSearch(tasksSearch),
  component: lazyRouteComponent(() => import('./tasks/tasks-page.tsx'), 'TasksRoute'),
});

const task = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/~/tasks/$agentTaskId',
  component: lazyRouteComponent(() => import('./tasks/task-page.tsx'), 'TaskRoute'),
});

const person = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/~/people/$userId',
  component: lazyRouteComponent(homeScreens, 'PersonRoute'),
});

const collection = createRoute({
  getParentRoute: () => root,
  path: '/c/$collectionId',
  component: lazyRouteComponent(homeScreens, 'CollectionRoute'),
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
  component: lazyRouteComponent(pageScreens, 'PageRoute'),
});

const changeRequests = createRoute({
  getParentRoute: () => space,
  path: '~/changes',
  validateSearch: validSearch(changeRequestsSearch),
  component: lazyRouteComponent(changeRequestScreens, 'ChangeRequestsRoute'),
});

const history = createRoute({
  getParentRoute: () => space,
  path: '~/revisions',
  validateSearch: validSearch(historySearch),
  component: lazyRouteComponent(historyScreens, 'HistoryRoute'),
});

const sharedContent = createRoute({
  getParentRoute: () => space,
  path: '~/shared',
  validateSearch: validSearch(sharedContentSearch),
  component: lazyRouteComponent(sharedContentScreens, 'SharedContentRoute'),
});

const brokenLinks = createRoute({
  getParentRoute: () => space,
  path: '~/links',
  component: lazyRouteComponent(() => import('./links/broken-links-page.tsx'), 'BrokenLinksRoute'),
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
  validateSearch: validSearch(revisionSearch),
  component: lazyRouteComponent(historyScreens, 'RevisionRoute'),
});

const changeRequest = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId/~/changes/$changeRequestId',
  component: lazyRouteComponent(changeRequestScreens, 'ChangeRequestRoute'),
});

const changeRequestPage = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId/~/changes/$changeRequestId/$',
  validateSearch: pageSearch,
  component: lazyRouteComponent(pageScreens, 'ChangeRequestPageRoute'),
});

const changeRequestSharedContent = createRoute({
  getParentRoute: () => root,
  path: '/s/$spaceId/~/changes/$changeRequestId/~/shared',
  validateSearch: validSearch(sharedContentSearch),
  component: lazyRouteComponent(sharedContentScreens, 'ChangeRequestSharedContentRoute'),
});

const changeRequestOverview = createRoute({
  getParentRoute: () => changeRequest,
  path: '/',
  component: lazyRouteComponent(changeRequestScreens, 'OverviewRoute'),
});

const changeRequestFiles = createRoute({
  getParentRoute: () => changeRequest,
  path: '~/files',
  validateSearch: validSearch(comparisonSearch),
  component: lazyRouteComponent(changeRequestScreens, 'FilesRoute'),
});

const changeRequestConflicts = createRoute({
  getParentRoute: () => changeRequest,
  path: '~/conflicts',
  component: lazyRouteComponent(changeRequestScreens, 'ConflictsRoute'),
});

const changeRequestPreview = createRoute({
  getParentRoute: () => changeRequest,
  path: '~/preview',
  component: lazyRouteComponent(changeRequestScreens, 'PreviewRoute'),
});

// The address of a preview on the host of a site, which somebody else opened.
const passedPreview = createRoute({
  getParentRoute: () => root,
  path: '/preview',
  validateSearch: ({ url }: Record<string, unknown>) => ({ url: typeof url === 'string' ? url : '' }),
  component: lazyRouteComponent(changeRequestScreens, 'PassedPreviewRoute'),
});

const tree = root.addChildren([
  index,
  organizations,
  tokens,
  home,
  trash,
  ask,
  tasks,
  task,
  person,
  collection,
  inbox,
  passedPreview,
  unsaved,
  space.addChildren([page, changeRequests, history, sharedContent, brokenLinks, importRun, git]),
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
