import { describe, expect, test } from 'vitest';
import { assistantOf } from '../../../testing/ai-responses.ts';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { insertPage } from '../../../testing/showcase.ts';
import { asRenderer, publishSite } from '../../../testing/sites.ts';
import { UNSIGNED_DESCRIPTION } from '../../sites/index.ts';

const NOTHING = 'The pages of this site do not answer this question.';

describe('conversations of visitors with the assistant of a site', () => {
  let org: TestOrganization;
  let server: TestServer;
  withOrganization((fresh) => {
    ({ org, server } = fresh);
  });

  const written = async (fields: object, ...changes: object[]): Promise<string> => {
    const space = await createLiveSpace(org, fields);
    expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    return space;
  };

  test('are about the language of the page that they are in, and say that no model answers', async () => {
    const english = await written({}, insertPage('Fruit', 'The mango is orange.'));
    const french = await written({ language: 'fr' }, insertPage('Fruits', 'La mango est jaune.'));
    const other = await written({}, insertPage('Elsewhere', 'The mango is purple.'));
    const site = await publishSite(server, org, [
      { space: english, section: 'Guides' },
      { space: french, section: 'Guides', path: 'fr' },
    ]);
    const { apiToken } = await asRenderer(server, site.url);
    const assistant = assistantOf(server.url, org.id, site.id);
    for (const token of [apiToken, org.read.token]) {
      const colours = async (spaceId?: string) => {
        const context = spaceId === undefined ? undefined : { location: { spaceId, pageId: 'x' } };
        const { text } = await assistant.respond(token, 'mango', {}, context);
        expect(text).toContain('No language model answers here at present.');
        return ['orange', 'jaune', 'purple'].filter((colour) => text.includes(colour));
      };
      expect(await colours()).toEqual(['orange']);
      expect(await colours(french)).toEqual(['jaune']);
      expect(await colours(other)).toEqual(['orange']);
    }
    const { headers } = await assistant.respond(apiToken, 'mango');
    expect([headers.get('cache-control'), headers.get('x-gitbook-cache-tag')]).toEqual([
      'private, no-cache',
      `site:${site.id}`,
    ]);
  });

  test('are counted when nothing answers, and belong to their own site', async () => {
    const space = await written({}, insertPage('Fruit', 'The mango is orange.'));
    const [own, other] = [
      await publishSite(server, org, [{ space }]),
      await publishSite(server, org, [{ space }]),
    ];
    const { apiToken } = await asRenderer(server, own.url);
    const assistant = assistantOf(server.url, org.id, own.id);
    expect((await assistant.respond(apiToken, 'Can jo@example.com sail a submarine?')).text).toContain(
      NOTHING,
    );
    const params = { organizationId: org.id, siteId: own.id };
    await expect
      .poll(async () =>
        (await org.admin.request('listSiteMisses', { params, query: { kind: 'search' } })).body.items.map(
          ({ text }) => text,
        ),
      )
      .toEqual(['can [email] sail a submarine?']);
    const { id } = await assistant.respond(apiToken, 'mango');
    expect((await assistant.resume(apiToken, id)).status).toBe(200);
    const elsewhere = assistantOf(server.url, org.id, other.id);
    expect((await elsewhere.respond(apiToken, 'mango')).status).toBe(404);
    expect((await elsewhere.resume(apiToken, id)).status).toBe(404);
    const { apiToken: otherToken } = await asRenderer(server, other.url);
    expect((await elsewhere.resume(otherToken, id)).status).toBe(404);
  });

  test('contain only what the claims of the visitor allow, also when they are resumed', async () => {
    const space = await written(
      {},
      insertPage(
        'Home',
        'The zebra eats grass.\n\n{% if visitor.claims.unsigned.beta %}\nThe zebra eats papaya.\n{% endif %}',
      ),
      insertPage('Secret', 'The walrus eats mango.', { condition: 'visitor.claims.unsigned.beta' }),
      insertPage('Hidden', 'The walrus eats melon.', { hidden: true }),
    );
    const site = await publishSite(server, org, [{ space }]);
    const at = `/orgs/${org.id}/sites/${site.id}`;
    await org.admin.call('PATCH', at, { adaptiveContent: { enabled: true } });
    const unsigned = {
      type: 'object',
      description: UNSIGNED_DESCRIPTION,
      properties: { beta: { type: 'boolean', description: 'Tries things' } },
      additionalProperties: false,
    };
    const jsonSchema = { type: 'object', properties: { unsigned }, additionalProperties: false };
    expect((await org.admin.call('PUT', `${at}/adaptive-schema`, { jsonSchema })).status).toBe(200);
    const tokenWith = async (beta: boolean) =>
      (await asRenderer(server, site.url, { unsignedClaims: { beta } })).apiToken;
    const [stranger, tester] = [await tokenWith(false), await tokenWith(true)];
    const assistant = assistantOf(server.url, org.id, site.id);
    const seen = async (token: string) =>
      JSON.stringify([
        (await assistant.respond(token, 'What does the zebra eat?')).events,
        (await assistant.respond(token, 'What does the walrus eat?')).events,
      ]);
    const strange = await seen(stranger);
    expect(strange).toContain('grass');
    for (const word of ['papaya', 'mango', 'melon', 'Secret']) expect(strange).not.toContain(word);
    const allowed = await seen(tester);
    for (const word of ['grass', 'papaya', 'mango']) expect(allowed).toContain(word);
    expect(allowed).not.toContain('melon');
    const { id } = await assistant.respond(tester, 'What does the walrus eat?');
    expect((await assistant.resume(stranger, id)).status).toBe(404);
    expect((await assistant.respond(stranger, 'mango', { previousResponseId: id })).status).toBe(400);
    expect((await assistant.resume(tester, id)).status).toBe(200);
    const { body } = await org.admin.call('GET', `/spaces/${space}/content/pages`);
    const page = body.pages.find(({ title }: { title: string }) => title === 'Secret').id;
    const changes = [{ operation: 'delete_page', page }];
    expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    expect((await assistant.resume(tester, id)).status).toBe(404);
  });
});
