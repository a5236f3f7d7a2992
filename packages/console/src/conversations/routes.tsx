import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { root } from '../root-route.ts';
import { settings } from '../settings/settings-route.ts';
import { validSearch } from '../shell/valid-search.ts';
import { boardSearch } from './search.ts';

const board = createRoute({
  getParentRoute: () => settings,
  path: 'conversations',
  validateSearch: validSearch(boardSearch),
  component: lazyRouteComponent(() => import('./board-page.tsx'), 'BoardRoute'),
});

const cluster = createRoute({
  getParentRoute: () => settings,
  path: 'conversations/$clusterId',
  component: lazyRouteComponent(() => import('./cluster-page.tsx'), 'ClusterRoute'),
});

// The address in `urls.app` of a cluster.
const address = createRoute({
  getParentRoute: () => root,
  path: '/orgs/$organizationId/conversations-clusters/$clusterId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$organizationId/~/settings/conversations/$clusterId', params, replace: true });
  },
});

/** What customers ask, below the settings of an organization. */
export const conversationsRoutes = [board, cluster] as const;

/** Addresses of clusters in responses of the API. */
export const conversationsAddresses = [address] as const;
