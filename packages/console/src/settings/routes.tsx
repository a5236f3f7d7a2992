import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { membersSearch, teamsSearch } from '../people/search.ts';
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

const index = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$organizationId/~/settings/general', params, replace: true });
  },
});

const general = createRoute({
  getParentRoute: () => settings,
  path: 'general',
  component: lazyRouteComponent(() => import('./general-page.tsx'), 'GeneralRoute'),
});

const members = createRoute({
  getParentRoute: () => settings,
  path: 'members',
  validateSearch: membersSearch,
  component: lazyRouteComponent(() => import('../people/members-page.tsx'), 'MembersRoute'),
});

const teams = createRoute({
  getParentRoute: () => settings,
  path: 'teams',
  validateSearch: teamsSearch,
  component: lazyRouteComponent(() => import('../people/teams-page.tsx'), 'TeamsRoute'),
});

const team = createRoute({
  getParentRoute: () => settings,
  path: 'teams/$teamId',
  component: lazyRouteComponent(() => import('../people/team-page.tsx'), 'TeamRoute'),
});

/** The settings of an organization. */
export const settingsRoutes = [settings.addChildren([index, general, members, teams, team])] as const;
