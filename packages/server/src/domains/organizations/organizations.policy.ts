import { policy } from '../../kernel/auth/policy.ts';
import { ROLES, type Role } from '../../kernel/contract/common-schemas.ts';
import type { OrganizationRow } from './organizations.store.ts';

/** Whether a role is at least as high as another; a guest's (null) is below all. */
export const atLeast = (role: Role | null, needed: Role): boolean =>
  role !== null && ROLES.indexOf(role) <= ROLES.indexOf(needed);

const CREATING = ['openapi:write', 'conversations:ingest'];
const READING = ['openapi:read', 'site:metadata:read'];

/** The role that an installed integration has in an organization: the lowest that its scopes need. */
export const agentRole = (scopes: readonly string[]): Role | null => {
  if (scopes.some((scope) => CREATING.includes(scope))) return 'create';
  return scopes.some((scope) => READING.includes(scope)) ? 'read' : null;
};

/** An organization as one of its members meets it. */
export interface OrganizationSubject extends OrganizationRow {
  readonly isMember: boolean;
  readonly role: Role | null;
  readonly ownsTeam: boolean;
  /** Whether it is an integration that is installed there. */
  readonly isAgent?: boolean;
}

/** What members may do with their organization; guests see it, and nobody in it. */
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

/** Whether somebody may look at a member: guests see nobody but themselves. */
export const maySeeMember = (
  organization: OrganizationSubject,
  readerId: string,
  memberId: string,
): boolean => readerId === memberId || organizationPolicy.can.listMembers(organization);

/** Why nobody comes in by another way where single sign-on is the only one. */
export const SSO_REQUIRED = 'Members of this organization come by single sign-on';

/**
 * What somebody is to other organizations than one: a member; one that an identity provider there speaks for, as they agreed
 * (`bound`); and, while nobody has proved the address, so that nobody could be asked, one that was added there (`added`), or one
 * that an identity provider there speaks for (`claimed`).
 */
export type OtherMembership = 'member' | 'bound' | 'added' | 'claimed';

/** Whether an organization may mark somebody for its single sign-on, by what they are to others. */
export const canEnableSso = (elsewhere: OtherMembership | undefined): boolean =>
  elsewhere === undefined || elsewhere === 'added' || elsewhere === 'claimed';

/** An administrator: one who can act, or whom nothing but single sign-on keeps out for the time being. */
export interface Admin {
  readonly userId: string;
  readonly isOpen: boolean;
}

/** Whether an organization would lose its last administrator with somebody: who is closed out does not stand in for who is not. */
export const isLastAdmin = (admins: readonly Admin[], userId: string): boolean => {
  const one = admins.find((admin) => admin.userId === userId);
  return one !== undefined && !admins.some((other) => other !== one && (other.isOpen || !one.isOpen));
};
