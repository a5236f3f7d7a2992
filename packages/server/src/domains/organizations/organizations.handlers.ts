import type { Static } from 'typebox';
import { permissionsOf } from '../../kernel/auth/policy.ts';
import type { RichText } from '../../kernel/contract/document-schemas.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { currentLogoUrl } from './logo-urls.ts';
import type { MembersService } from './members/members.service.ts';
import type { Organization, organizationsContract } from './organizations.contract.ts';
import { type OrganizationSubject, organizationPolicy } from './organizations.policy.ts';
import type { OrganizationsService } from './organizations.service.ts';

/** An organization as the API shows it. */
export const toOrganization = (links: Links, row: OrganizationSubject) =>
  ({
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.created_at.toISOString(),
    emailDomains: row.email_domains,
    ...(row.hostname && { hostname: row.hostname }),
    type: row.type,
    ...(row.use_case && { useCase: row.use_case }),
    ...(row.community_type && { communityType: row.community_type }),
    defaultRole: row.default_role,
    ...(row.default_site_id && { defaultContent: { type: 'site', site: row.default_site_id } }),
    sso: row.sso,
    ai: row.ai,
    inviteLinks: row.invite_links,
    signInMethods: {
      password: !row.disabled_sign_in_methods.includes('password'),
      passkey: !row.disabled_sign_in_methods.includes('passkey'),
      email: !row.disabled_sign_in_methods.includes('email'),
    },
    // There are no paid plans or trials: every feature is enabled.
    plan: 'enterprise_2024',
    trial: { status: 'notapplicable', count: 0 },
    mergeRules: row.merge_rules,
    urls: {
      location: links.apiUrl(`/orgs/${row.id}`),
      app: links.appUrl(`/o/${row.id}`),
      ...(row.logo_url && { logo: currentLogoUrl(links, row.id, row.logo_url) }),
    },
    permissions: permissionsOf(organizationPolicy, row),
  }) as Static<typeof Organization>;

/** Maps operations to service calls and responses. */
export const organizationsHandlers = (
  organizations: OrganizationsService,
  members: Pick<MembersService, 'recordVisit'>,
  links: Links,
): Handlers<typeof organizationsContract> => {
  const toAgentInstructions = (
    organizationId: string,
    { instructions, updatedAt, updatedBy }: { instructions: RichText; updatedAt: Date; updatedBy: string },
  ) => ({
    object: 'agent-instructions' as const,
    instructions,
    updatedAt: updatedAt.toISOString(),
    updatedBy,
    urls: { location: links.apiUrl(`/orgs/${organizationId}/agent-instructions`) },
  });
  return {
    listOrganizationsForAuthenticatedUser: async ({ caller, page }) =>
      listOf(
        page,
        await organizations.list(caller.principal.userId, page),
        (row) => [row.id],
        (row) => toOrganization(links, row),
      ),
    createOrganization: async ({ caller, body }) =>
      toOrganization(links, await organizations.create(caller, body)),
    getOrganizationById: async ({ caller, subject }) => {
      await members.recordVisit(caller, subject);
      return toOrganization(links, subject);
    },
    updateOrganizationById: async ({ caller, subject, body }) =>
      toOrganization(links, await organizations.update(caller, subject, body)),
    joinOrganization: async ({ caller, params }) => {
      await organizations.join(caller, params.organizationId);
      return undefined;
    },
    getOrganizationsForEmailDomain: async ({ caller, params }) => ({
      organizations: (await organizations.listForEmailDomain(caller, params.emailDomain)).map((row) =>
        toOrganization(links, row),
      ),
    }),
    getOrganizationAgentInstructions: async ({ subject }) =>
      toAgentInstructions(subject.id, organizations.agentInstructions(subject)),
    updateOrganizationAgentInstructions: async ({ caller, subject, body }) =>
      toAgentInstructions(
        subject.id,
        await organizations.setAgentInstructions(caller, subject, body.instructions),
      ),
  };
};
