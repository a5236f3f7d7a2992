import { policy } from '../../../kernel/auth/policy.ts';
import { type OrganizationSubject, organizationPolicy } from '../../organizations/index.ts';

const { view, admin, listMembers } = organizationPolicy.can;

/** Permissions on the glossary of an organization: guests cannot see it, administrators can edit it. */
export const glossaryPolicy = policy<OrganizationSubject>()(organizationPolicy.name, {
  view,
  viewGlossary: listMembers,
  editGlossary: admin,
});
