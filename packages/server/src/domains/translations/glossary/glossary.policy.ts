import { policy } from '../../../kernel/auth/policy.ts';
import { type OrganizationSubject, organizationPolicy } from '../../organizations/index.ts';

const { view, admin, listMembers } = organizationPolicy.can;

/** What members may do with the glossary of their organization; guests see it no more than they see members. */
export const glossaryPolicy = policy<OrganizationSubject>()(organizationPolicy.name, {
  view,
  viewGlossary: listMembers,
  editGlossary: admin,
});
