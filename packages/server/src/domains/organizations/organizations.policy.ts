import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { OrganizationRow } from './organizations.store.ts';
import { atLeast } from './roles.ts';

/** An organization with the role of the caller. */
export interface OrganizationSubject extends OrganizationRow {
  readonly isMember: boolean;
  readonly role: Role | null;
  readonly ownsTeam: boolean;
  /** When the caller was last seen in it. */
  readonly lastSeenAt: Date | null;
  /** Whether the caller is an installed integration. */
  readonly isAgent?: boolean;
}

/** Permissions on an organization; guests may view it, but not its members. */
export const organizationPolicy = policy<OrganizationSubject>()('organization', {
  view: (organization) => organization.isMember,
  admin: (organization) => organization.role === 'admin',
  ownTeam: (organization) => organization.role === 'admin' || organization.ownsTeam,
  createContent: (organization) => atLeast(organization.role, 'create'),
  createOpenAPISpec: (organization) => atLeast(organization.role, 'create'),
  ingestConversations: (organization) => atLeast(organization.role, 'create'),
  viewBilling: (organization) => organization.role === 'admin',
  listMembers: (organization) => atLeast(organization.role, 'read'),
  listTeams: (organization) => atLeast(organization.role, 'read'),
  listIntegrations: ({ role, isAgent = false }) => isAgent || atLeast(role, 'read'),
  listInstallations: (organization) => atLeast(organization.role, 'read'),
  installIntegration: (organization) => organization.role === 'admin',
});

/** Whether a user may view a member: guests see only themselves. */
export const maySeeMember = (
  organization: OrganizationSubject,
  readerId: string,
  memberId: string,
): boolean => readerId === memberId || organizationPolicy.can.listMembers(organization);

/**
 * The relation of a user to other organizations: `member`; `bound` if they consented to single sign-on there;
 * and for unverified addresses `added` if others added them, or `claimed` if an identity provider there
 * controls the account.
 */
export type OtherMembership = 'member' | 'bound' | 'added' | 'claimed';

/** Whether an organization may enable single sign-on for a user, given their other memberships. */
export const canEnableSso = (otherMembership: OtherMembership | undefined): boolean =>
  otherMembership === undefined || otherMembership === 'added' || otherMembership === 'claimed';
