import { policy } from '../../kernel/auth/policy.ts';
import { atLeast, type OrganizationSubject } from '../organizations/index.ts';

/** Permissions on the conversations of an organization: guests cannot see them, since they contain data of customers. */
export const conversationsPolicy = policy<OrganizationSubject>()('conversation', {
  view: (organization) => atLeast(organization.role, 'read'),
});
