import { policy } from '../../kernel/auth/policy.ts';
import { atLeast, type OrganizationSubject } from '../organizations/index.ts';

/** What members may do with the conversations of their organization: people from elsewhere speak in them, so that guests see none. */
export const conversationsPolicy = policy<OrganizationSubject>()('conversation', {
  view: (organization) => atLeast(organization.role, 'read'),
});
