import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SsoMembershipChangesService } from '../identity/index.ts';
import { createAccessCountsService } from './members/access-counts.service.ts';
import { membersContract } from './members/members.contract.ts';
import { membersHandlers } from './members/members.handlers.ts';
import { createMembersService } from './members/members.service.ts';
import { organizationsContract } from './organizations.contract.ts';
import { organizationsHandlers } from './organizations.handlers.ts';
import { createOrganizationsService } from './organizations.service.ts';
import { createSignInMethodsService } from './sign-in-methods.service.ts';

export { logoPath, uploadedLogoName } from './logo-urls.ts';
export type { AccessCountsService } from './members/access-counts.service.ts';
export { Member } from './members/members.contract.ts';
export { toMember } from './members/members.handlers.ts';
export type { MembersService } from './members/members.service.ts';
export {
  acceptRules,
  enableMemberSso,
  findMembers,
  findOtherMemberships,
  insertMembers,
  lockMember,
  type MemberRow,
  raiseMemberRole,
  updateMember,
  wasRemoved,
} from './members/members.store.ts';
export {
  EmailDomains,
  inOrganization,
  Organization,
  StandaloneMergeRules,
} from './organizations.contract.ts';
export { toOrganization } from './organizations.handlers.ts';
export {
  canEnableSso,
  maySeeMember,
  type OrganizationSubject,
  organizationPolicy,
} from './organizations.policy.ts';
export { type OrganizationsService, SSO_REQUIRED, validateMergeRules } from './organizations.service.ts';
export { hasSite, lockSsoRequirement } from './organizations.store.ts';
export { atLeast } from './roles.ts';
export type { SignInMethodsService } from './sign-in-methods.service.ts';

/** Organizations and their members. */
export const createOrganizations = (
  kernel: Kernel,
  more: {
    /** Whether an organization has an active identity provider. */
    hasProvider: (organizationId: string) => Promise<boolean>;
    /** The sign-in methods that a user has set up and that the server offers. */
    methodsOf: (userId: string) => Promise<readonly string[]>;
    ssoMembershipChanges: SsoMembershipChangesService;
  },
) => {
  const signInMethods = createSignInMethodsService({ ...kernel, ...more });
  const service = createOrganizationsService({ ...kernel, ...more, signInMethods });
  const accessCounts = createAccessCountsService(kernel);
  const members = createMembersService({
    ...kernel,
    ...more,
    signInMethods,
    accessCounts,
    find: service.find,
  });
  return {
    service,
    members,
    accessCounts,
    signInMethods,
    domain: domain({
      name: 'organizations',
      contract: { ...organizationsContract, ...membersContract },
      handlers: {
        ...organizationsHandlers(service, members, kernel.links),
        ...membersHandlers(members, kernel.links),
      },
      subjects: { organization: ({ userId }, params) => service.find(params.organizationId!, userId) },
    }),
  };
};
