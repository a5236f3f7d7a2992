import type { Static } from 'typebox';
import { permissionsOf } from '../../kernel/auth/policy.ts';
import type { Links } from '../../kernel/links.ts';
import { toOrganization } from '../organizations/index.ts';
import type { Integration } from './integration-schemas.ts';
import { integrationPolicy } from './integrations.policy.ts';
import type { IntegrationRow, IntegrationSubject } from './integrations.store.ts';

// The API's own paths of integrations begin with /integrations.
const ENDPOINT_PREFIX = '/~integrations';

/** The URLs at which the script of an integration, installation, space or site answers HTTP requests. */
export const endpointUrls = (links: Links, name: string, level: string) => {
  const publicEndpoint = links.fileUrl(`${ENDPOINT_PREFIX}/${name}${level}`);
  return { publicEndpoint, publicContentEndpoint: publicEndpoint };
};

// Hides the settings of the owner from users who are not its members.
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
      disabled_sign_in_methods: [],
      merge_rules: { type: 'none' as const },
    }),
    isMember,
    role: ownerRole,
    ownsTeam: false,
    lastSeenAt: null,
  };
};

/** The API object of an integration. */
export const toIntegration = (links: Links, row: IntegrationSubject) => {
  const assets = links.fileUrl(`/integrations/${row.name}/assets`);
  const imageUrl = (hash: string) => `${assets}/${hash}.png`;
  return {
    object: 'integration',
    name: row.name,
    version: row.version,
    title: row.title,
    description: row.description,
    ...(row.summary !== null && { summary: row.summary }),
    previewImages: row.previews.map(imageUrl),
    target: row.target,
    // A self-hosted server verifies no integrations.
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
      ...(row.icon && { icon: imageUrl(row.icon) }),
      app: links.appUrl(`/integrations/${row.name}`),
      assets,
      ...endpointUrls(links, row.name, '/integration'),
    },
    permissions: { admin: permissionsOf(integrationPolicy, row).admin },
  } as Static<typeof Integration>;
};

/** The integration object in the environment of its script, as seen by a user without any membership. */
export const toScriptIntegration = (links: Links, row: IntegrationRow) =>
  toIntegration(links, { ...row, ownerRole: null, isInstalled: true, callerToken: 'integration' });
