import type { Static } from 'typebox';
import { permissionsOf } from '../../kernel/auth/policy.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { toOrganization } from '../organizations/index.ts';
import type { Integration, integrationsContract } from './integrations.contract.ts';
import { type IntegrationSubject, integrationPolicy } from './integrations.policy.ts';
import type { IntegrationsService } from './integrations.service.ts';
import type { IntegrationRow } from './integrations.store.ts';

/** Below it, integrations answer requests from outside; the API itself has the other paths with their names. */
export const ENDPOINTS = '/~integrations';

/** Where an integration answers requests from outside, at one of its levels; what it shows in frames comes from there, too. */
export const endpointsOf = (links: Links, name: string, level: string) => {
  const publicEndpoint = links.fileUrl(`${ENDPOINTS}/${name}${level}`);
  return { publicEndpoint, publicContentEndpoint: publicEndpoint };
};

// Others learn who published it, and nothing of how that organization works.
const ownerOf = ({ owner, ownerRole }: IntegrationSubject) => {
  const isMember = ownerRole !== null;
  return {
    ...owner,
    ...(!isMember && {
      email_domains: [],
      use_case: null,
      community_type: null,
      default_role: null,
      default_site_id: null,
      sso: false,
      ai: false,
      invite_links: false,
      merge_rules: { type: 'none' },
    }),
    isMember,
    role: ownerRole,
    ownsTeam: false,
  };
};

/** An integration as the API shows it. */
export const toIntegration = (links: Links, row: IntegrationSubject) => {
  const assets = links.fileUrl(`/integrations/${row.name}/assets`);
  const picture = (hash: string) => `${assets}/${hash}.png`;
  return {
    object: 'integration',
    name: row.name,
    version: row.version,
    title: row.title,
    description: row.description,
    ...(row.summary !== null && { summary: row.summary }),
    previewImages: row.previews.map(picture),
    target: row.target,
    // Nobody here vouches for what others publish.
    verified: false,
    visibility: row.visibility,
    scopes: row.scopes,
    categories: row.categories,
    ...(row.blocks && { blocks: row.blocks }),
    ...(row.content_sources && { contentSources: row.content_sources }),
    ...(row.configurations && { configurations: row.configurations }),
    externalLinks: row.external_links,
    ...(row.content_security_policy !== null && { contentSecurityPolicy: row.content_security_policy }),
    owner: toOrganization(links, ownerOf(row)),
    urls: {
      location: links.apiUrl(`/integrations/${row.name}`),
      ...(row.icon && { icon: picture(row.icon) }),
      app: links.appUrl(`/integrations/${row.name}`),
      assets,
      ...endpointsOf(links, row.name, '/integration'),
    },
    permissions: { admin: permissionsOf(integrationPolicy, row).admin },
  } as Static<typeof Integration>;
};

/** An integration as scripts meet it: as somebody who belongs to nobody. */
export const toOwnIntegration = (links: Links, row: IntegrationRow) =>
  toIntegration(links, { ...row, ownerRole: null, isInstalled: true, agent: 'integration' });

/** Operation to service to answer. */
export const integrationsHandlers = (
  integrations: IntegrationsService,
  links: Links,
): Handlers<typeof integrationsContract> => ({
  listIntegrations: async ({ caller, query, page }) =>
    listOf(
      page,
      await integrations.list(caller, query, page),
      (row) => [row.id],
      (row) => toIntegration(links, row),
    ),
  getIntegrationByName: async ({ subject }) => toIntegration(links, subject),
  publishIntegration: async ({ caller, params, body }) =>
    toIntegration(links, await integrations.publish(caller, params.integrationName, body)),
  unpublishIntegration: async ({ caller, subject }) => {
    await integrations.unpublish(caller, subject);
    return undefined;
  },
});
