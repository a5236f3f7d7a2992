import { expect } from 'vitest';
import { install, publish } from './published-integrations.ts';
import type { TestOrganization, TestServer } from './server.ts';
import { callOrThrow, createSpaceWith, insertPage } from './showcase.ts';
import { type PublishedSite, publishSite } from './sites.ts';

/** The scopes of integrations that sign visitors in. */
export const SCOPES = ['site:visitor:auth', 'site:metadata:read'];
const SCHEMA = {
  type: 'object',
  properties: {
    plan: { type: 'string', description: 'The plan', enum: ['silver', 'gold'] },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: {},
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** A script that answers everything with code. */
export const answering = (code: string) => `export default { fetch: async () => { ${code} } }`;

/** A site whose visitors are signed in by integrations. */
export const closedSite = async (
  server: TestServer,
  org: TestOrganization,
  visibility: 'visitor-auth' | 'public' = 'visitor-auth',
): Promise<PublishedSite & { at: string }> => {
  const space = await createSpaceWith(org, [
    insertPage('Welcome', 'A secret.\n\n{% if visitor.claims.plan === "gold" %}\nFor gold.\n{% endif %}'),
    insertPage('Second page', 'Another secret.'),
  ]);
  const site = await publishSite(server, org, [{ space }], { visibility });
  const at = `/orgs/${org.id}/sites/${site.id}`;
  await callOrThrow(org, 'PATCH', at, { adaptiveContent: { enabled: true } });
  await callOrThrow(org, 'PUT', `${at}/adaptive-schema`, { jsonSchema: SCHEMA });
  await callOrThrow(org, 'PATCH', `${at}/publishing/auth`, { backend: 'integration' });
  return { ...site, at };
};

/** Publishes an integration and installs it on a site. */
export const installOnSite = async (
  org: TestOrganization,
  site: PublishedSite,
  text: string,
  scopes = SCOPES,
) => {
  const name = await publish(org, { script: text, scopes, target: 'site' });
  const { at, id } = await install(org, name);
  await callOrThrow(org, 'POST', `${at}/sites`, { siteId: site.id });
  return { name, at, id };
};

/** Follows the redirect, signs in, and returns to the site with the token in the query. */
export const broughtBack = async (location: unknown): Promise<URL> => {
  const provider = new URL(String(location));
  expect(provider.origin + provider.pathname).toBe('https://identities.example/authorize');
  const back = new URL(provider.searchParams.get('redirect_uri')!);
  back.searchParams.set('state', provider.searchParams.get('state')!);
  const answer = await fetch(back, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location')!);
};
