import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { root } from '../root-route.ts';

/** The frame of all settings of an organization; their routes are its children. */
export const settings = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/~/settings',
  loader: async ({ context: { queries }, params }) => {
    await queries.ensureQueryData(read('/orgs/{organizationId}', { params }));
  },
  component: lazyRouteComponent(() => import('./settings-layout.tsx'), 'SettingsLayout'),
});
