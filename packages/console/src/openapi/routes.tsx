import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { root } from '../root-route.ts';
import { settings } from '../settings/settings-route.ts';
import { textSearch } from '../settings/text-search.ts';
import { validSearch } from '../shell/valid-search.ts';

const list = createRoute({
  getParentRoute: () => settings,
  path: 'openapi',
  validateSearch: validSearch(textSearch),
  component: lazyRouteComponent(() => import('./specifications-page.tsx'), 'SpecificationsRoute'),
});

const one = createRoute({
  getParentRoute: () => settings,
  path: 'openapi/$slug',
  component: lazyRouteComponent(() => import('./specification-page.tsx'), 'SpecificationRoute'),
});

// The address in `urls.app` of a specification.
const address = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/openapi/$slug',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$organizationId/~/settings/openapi/$slug', params, replace: true });
  },
});

/** OpenAPI specifications, below the settings of an organization. */
export const openapiRoutes = [list, one] as const;

/** Addresses of specifications in responses of the API. */
export const openapiAddresses = [address] as const;
