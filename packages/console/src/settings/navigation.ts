import type { LinkProps } from '@tanstack/react-router';
import {
  Archive,
  Blocks,
  FileJson2,
  GitMerge,
  KeyRound,
  Languages,
  Link2,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  Settings2,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react';
import type { Response } from '../api/operations.ts';

/** What a user may do in an organization. */
export type OrganizationPermissions = Response<'GET', '/orgs/{organizationId}'>['permissions'];

/** What a user may do in an organization, and with the server. */
export type SettingsPermissions = OrganizationPermissions & Response<'GET', '/user'>['permissions'];

/** A page of the settings. */
export interface SettingsLink {
  readonly to: Extract<LinkProps['to'], `/o/$organizationId/~/settings/${string}`>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Who sees it. */
  readonly permission: keyof SettingsPermissions;
}

/** The pages of the settings, in groups. A new area adds its line here, and its route in `routes.tsx`. */
export const SETTINGS: readonly { readonly title: string; readonly links: readonly SettingsLink[] }[] = [
  {
    title: 'Organization',
    links: [
      { to: '/o/$organizationId/~/settings/general', label: 'General', icon: Settings2, permission: 'view' },
      {
        to: '/o/$organizationId/~/settings/merging',
        label: 'Merge rules',
        icon: GitMerge,
        permission: 'admin',
      },
    ],
  },
  {
    title: 'People',
    links: [
      {
        to: '/o/$organizationId/~/settings/members',
        label: 'Members',
        icon: UserRound,
        permission: 'listMembers',
      },
      {
        to: '/o/$organizationId/~/settings/teams',
        label: 'Teams',
        icon: UsersRound,
        permission: 'listTeams',
      },
      {
        to: '/o/$organizationId/~/settings/invites',
        label: 'Invite links',
        icon: Link2,
        permission: 'admin',
      },
    ],
  },
  {
    title: 'Security',
    links: [
      {
        to: '/o/$organizationId/~/settings/sso',
        label: 'Sign-in',
        icon: KeyRound,
        permission: 'admin',
      },
      {
        to: '/o/$organizationId/~/settings/audit',
        label: 'Audit log',
        icon: ScrollText,
        permission: 'admin',
      },
    ],
  },
  {
    title: 'Content',
    links: [
      {
        to: '/o/$organizationId/~/settings/openapi',
        label: 'OpenAPI',
        icon: FileJson2,
        permission: 'listTeams',
      },
      {
        to: '/o/$organizationId/~/settings/translations',
        label: 'Translations',
        icon: Languages,
        permission: 'listTeams',
      },
      {
        to: '/o/$organizationId/~/settings/conversations',
        label: 'Conversations',
        icon: MessagesSquare,
        permission: 'listTeams',
      },
    ],
  },
  {
    title: 'Connections',
    links: [
      {
        to: '/o/$organizationId/~/settings/integrations',
        label: 'Integrations',
        icon: Blocks,
        permission: 'listIntegrations',
      },
      { to: '/o/$organizationId/~/settings/webhooks', label: 'Webhooks', icon: Webhook, permission: 'admin' },
    ],
  },
  {
    title: 'Server',
    links: [
      {
        to: '/o/$organizationId/~/settings/backups',
        label: 'Backups',
        icon: Archive,
        permission: 'administerServer',
      },
    ],
  },
];

/** The groups and pages that a user sees. */
export const settingsFor = (permissions: SettingsPermissions) =>
  SETTINGS.map(({ title, links }) => ({
    title,
    links: links.filter(({ permission }) => permissions[permission]),
  })).filter(({ links }) => links.length > 0);

/** The page of the settings that an address shows; undefined for an unknown one. */
export const settingsLinkAt = (pathname: string): SettingsLink | undefined => {
  const name = /\/~\/settings\/([^/]+)/.exec(pathname)?.[1];
  return SETTINGS.flatMap(({ links }) => links).find(({ to }) => to.endsWith(`/settings/${name}`));
};
