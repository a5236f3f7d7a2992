import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { root } from '../root-route.ts';
import { settings } from '../settings/settings-route.ts';
import { textSearch } from '../settings/text-search.ts';
import { validSearch } from '../shell/valid-search.ts';

const list = createRoute({
  getParentRoute: () => settings,
  path: 'integrations',
  validateSearch: validSearch(textSearch),
  component: lazyRouteComponent(() => import('./integrations-page.tsx'), 'IntegrationsRoute'),
});

const one = createRoute({
  getParentRoute: () => settings,
  path: 'integrations/$name',
  component: lazyRouteComponent(() => import('./integration-page.tsx'), 'IntegrationRoute'),
});

// The address in `urls.app` of an installation.
const address = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/integrations/$name',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$organizationId/~/settings/integrations/$name', params, replace: true });
  },
});

/** Integrations, below the settings of an organization. */
export const integrationsRoutes = [list, one] as const;

/** Addresses of installations in responses of the API. */
export const integrationsAddresses = [address] as const;
