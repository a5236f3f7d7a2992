import { policy } from '../../kernel/auth/policy.ts';
import { ROLES, type Role } from '../../kernel/contract/common-schemas.ts';
import type { OrganizationRow } from './organizations.store.ts';

/** Whether a role is at least as high as another one; the role of guests (null) is the lowest. */
export const atLeast = (role: Role | null, needed: Role): boolean =>
  role !== null && ROLES.indexOf(role) <= ROLES.indexOf(needed);

const CREATING = ['openapi:write', 'conversations:ingest'];
const READING = ['openapi:read', 'site:metadata:read'];

/** The role of an installed integration in an organization: the lowest that its scopes require. */
export const agentRole = (scopes: readonly string[]): Role | null => {
  if (scopes.some((scope) => CREATING.includes(scope))) return 'create';
  return scopes.some((scope) => READING.includes(scope)) ? 'read' : null;
};

/** An organization with the role of the caller. */
export interface OrganizationSubject extends OrganizationRow {
  readonly isMember: boolean;
  readonly role: Role | null;
  readonly ownsTeam: boolean;
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

/** The error of joining an organization that requires single sign-on. */
export const SSO_REQUIRED = 'This organization requires single sign-on';

/**
 * The relation of a user to other organizations: `member`; `bound` if they consented to single sign-on there;
 * and for unverified addresses `added` if others added them, or `claimed` if an identity provider there
 * controls the account.
 */
export type OtherMembership = 'member' | 'bound' | 'added' | 'claimed';

/** Whether an organization may enable single sign-on for a user, given their other memberships. */
export const canEnableSso = (otherMembership: OtherMembership | undefined): boolean =>
  otherMembership === undefined || otherMembership === 'added' || otherMembership === 'claimed';

/** An administrator; `isOpen` is false while single sign-on prevents access. */
export interface Admin {
  readonly userId: string;
  readonly isOpen: boolean;
}

/**
 * Whether a user is the last administrator; administrators without access do not count if the user has access.
 */
export const isLastAdmin = (admins: readonly Admin[], userId: string): boolean => {
  const one = admins.find((admin) => admin.userId === userId);
  return one !== undefined && !admins.some((other) => other !== one && (other.isOpen || !one.isOpen));
};
