import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { conversationsRoutes } from '../conversations/routes.tsx';
import { integrationsRoutes } from '../integrations/routes.tsx';
import { openapiRoutes } from '../openapi/routes.tsx';
import { membersSearch } from '../people/search.ts';
import { validSearch } from '../shell/valid-search.ts';
import { translationsRoutes } from '../translations/routes.tsx';
import { webhooksRoutes } from '../webhooks/routes.tsx';
import { auditSearch } from './audit/search.ts';
import { settings } from './settings-route.ts';
import { textSearch } from './text-search.ts';

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

const merging = createRoute({
  getParentRoute: () => settings,
  path: 'merging',
  component: lazyRouteComponent(() => import('./merging/merging-page.tsx'), 'MergingRoute'),
});

const members = createRoute({
  getParentRoute: () => settings,
  path: 'members',
  validateSearch: validSearch(membersSearch),
  component: lazyRouteComponent(() => import('../people/members-page.tsx'), 'MembersRoute'),
});

const teams = createRoute({
  getParentRoute: () => settings,
  path: 'teams',
  validateSearch: validSearch(textSearch),
  component: lazyRouteComponent(() => import('../people/teams-page.tsx'), 'TeamsRoute'),
});

const team = createRoute({
  getParentRoute: () => settings,
  path: 'teams/$teamId',
  component: lazyRouteComponent(() => import('../people/team-page.tsx'), 'TeamRoute'),
});

const invites = createRoute({
  getParentRoute: () => settings,
  path: 'invites',
  component: lazyRouteComponent(() => import('../people/invite-links-page.tsx'), 'InviteLinksRoute'),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: 'audit',
  validateSearch: validSearch(auditSearch),
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditRoute'),
});

const backups = createRoute({
  getParentRoute: () => settings,
  path: 'backups',
  component: lazyRouteComponent(() => import('./backups/backups-page.tsx'), 'BackupsRoute'),
});

const sso = createRoute({
  getParentRoute: () => settings,
  path: 'sso',
  component: lazyRouteComponent(() => import('./sso/sso-page.tsx'), 'SsoRoute'),
});

const ssoProvider = createRoute({
  getParentRoute: () => settings,
  path: 'sso/$kind/$providerId',
  component: lazyRouteComponent(() => import('./sso/provider-page.tsx'), 'ProviderRoute'),
});

/** The settings of an organization. */
export const settingsRoutes = [
  settings.addChildren([
    index,
    general,
    merging,
    members,
    teams,
    team,
    invites,
    audit,
    backups,
    sso,
    ssoProvider,
    ...openapiRoutes,
    ...translationsRoutes,
    ...conversationsRoutes,
    ...integrationsRoutes,
    ...webhooksRoutes,
  ]),
] as const;
