import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { readEvents } from '../../../testing/event-stream.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { insertPage } from '../../../testing/showcase.ts';
import { asRenderer, publishSite } from '../../../testing/sites.ts';
import { UNSIGNED_DESCRIPTION } from '../../sites/index.ts';

interface Told {
  readonly answer: { readonly answer?: { readonly markdown: string }; readonly sources: { space: string }[] };
}

describe('questions to a site', () => {
  let org: TestOrganization;
  let server: TestServer;
  withOrganization((fresh) => {
    ({ org, server } = fresh);
  });

  const written = async (fields: object, ...changes: object[]): Promise<string> => {
    const space = await createLiveSpace(org, fields);
    const { status } = await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    expect(status).toBe(200);
    return space;
  };
  const ask = async (site: string, token: string, question: string, scope: object = { mode: 'all' }) => {
    const url = `${server.url}/v1/orgs/${org.id}/sites/${site}/ask?format=markdown`;
    const { events, status, headers } = await readEvents<Told>(url, token, { question, scope });
    return { status, headers, told: events.at(-1)?.answer };
  };
  const textOf = async (...question: Parameters<typeof ask>) =>
    (await ask(...question)).told?.answer?.markdown ?? '';

  test('are answered from the sections in the scope, in the language of the reader', async () => {
    const guides = await written({}, insertPage('Fruit', 'The mango is orange.'));
    const french = await written({ language: 'fr' }, insertPage('Fruits', 'La mango est orange.'));
    const other = await written({}, insertPage('Elsewhere', 'The mango is purple.'));
    const site = await publishSite(server, org, [
      { space: guides, section: 'Guides' },
      { space: french, section: 'Guides', path: 'fr' },
    ]);
    const listed = (await org.read.call('GET', `/orgs/${org.id}/sites/${site.id}/site-spaces`)).body.items;
    const on = (space: string) =>
      listed.find((one: { space: { id: string } }) => one.space.id === space).id as string;
    const renderer = await asRenderer(server, site.url);
    for (const token of [org.read.token, renderer.apiToken]) {
      const spaces = async (scope: object) =>
        (await ask(site.id, token, 'mango', scope)).told!.sources.map(({ space }) => space).sort();
      expect(await spaces({ mode: 'all' })).toEqual([guides, french].sort());
      expect(await spaces({ mode: 'default' })).toEqual([guides]);
      expect(await spaces({ mode: 'default', currentSiteSpace: on(french) })).toEqual([french]);
      expect(await spaces({ mode: 'specific', siteSpaceIds: [on(french)] })).toEqual([french]);
      expect(await spaces({ mode: 'specific', siteSpaceIds: ['unknown', other] })).toEqual([]);
    }
    const refused = await ask(site.id, renderer.apiToken, 'mango', { mode: 'specific' });
    expect(refused.status).toBe(400);
    const { headers } = await ask(site.id, renderer.apiToken, 'mango');
    expect([headers.get('cache-control'), headers.get('x-gitbook-cache-tag')]).toEqual([
      'private, no-cache',
      `site:${site.id}`,
    ]);
  });

  test('that no page answers are listed without personal data, with what readers did not find', async () => {
    const space = await written({}, insertPage('Fruit', 'The mango is orange.'));
    const site = await publishSite(server, org, [{ space }]);
    const { apiToken } = await asRenderer(server, site.url);
    for (let time = 0; time < 2; time++) await ask(site.id, apiToken, 'Can jo@example.com sail a submarine?');
    await ask(site.id, apiToken, 'mango');
    const { body } = await org.admin.request('listSiteMisses', {
      params: { organizationId: org.id, siteId: site.id },
      query: { kind: 'search' },
    });
    expect(body.items).toMatchObject([{ text: 'can [email] sail a submarine?', count: 2 }]);
  });

  test('a token opens the questions of its own site only', async () => {
    const space = await written({}, insertPage('Fruit', 'The mango is orange.'));
    const [own, other] = [
      await publishSite(server, org, [{ space }]),
      await publishSite(server, org, [{ space }]),
    ];
    const { apiToken } = await asRenderer(server, own.url);
    expect((await ask(own.id, apiToken, 'mango')).status).toBe(200);
    expect((await ask(other.id, apiToken, 'mango')).status).toBe(404);
    const questions = `${server.url}/v1/orgs/${org.id}/sites/${other.id}/ask/questions`;
    expect((await readEvents(questions, apiToken)).status).toBe(404);
  });

  test('are answered from what the claims of the visitor allow', async () => {
    const common = await written(
      {},
      insertPage(
        'Home',
        'The zebra is common.\n\n{% if visitor.claims.unsigned.beta %}\nThe confidential zebra eats papaya.\n{% endif %}\n\n## Food\n\nThe zebra eats grass.',
      ),
      insertPage('Secret', 'The walrus eats mango.', { condition: 'visitor.claims.unsigned.beta' }),
      insertPage('Hidden', 'The walrus eats melon.', { hidden: true }),
    );
    const pro = await written({}, insertPage('Plans', 'The giraffe eats kiwi.'));
    const site = await publishSite(server, org, [
      { space: common, section: 'Docs' },
      { space: pro, section: 'Pro', condition: 'visitor.claims.unsigned.beta' },
    ]);
    const at = `/orgs/${org.id}/sites/${site.id}`;
    await org.admin.call('PATCH', at, { adaptiveContent: { enabled: true } });
    const unsigned = {
      type: 'object',
      description: UNSIGNED_DESCRIPTION,
      properties: { beta: { type: 'boolean', description: 'Tries things' } },
      additionalProperties: false,
    };
    const set = await org.admin.call('PUT', `${at}/adaptive-schema`, {
      jsonSchema: { type: 'object', properties: { unsigned }, additionalProperties: false },
    });
    expect(set.status).toBe(200);
    const tokenWith = async (beta: boolean) =>
      (await asRenderer(server, site.url, { unsignedClaims: { beta } })).apiToken;
    const [stranger, tester] = [await tokenWith(false), await tokenWith(true)];
    const questions = [
      'What does the zebra eat?',
      'confidential papaya',
      'walrus mango',
      'giraffe kiwi',
      'melon',
    ];
    const texts = async (token: string) =>
      (await Promise.all(questions.map((one) => textOf(site.id, token, one)))).join('\n');
    const seen = await texts(stranger);
    expect(seen).toContain('eats grass');
    for (const word of ['papaya', 'mango', 'kiwi', 'melon', 'onfidential']) expect(seen).not.toContain(word);
    const allowed = await texts(tester);
    for (const word of ['grass', 'papaya', 'mango', 'kiwi']) expect(allowed).toContain(word);
    expect(allowed).not.toContain('melon');
    const recommended = async (token: string) =>
      (await readEvents<{ question: string }>(`${server.url}/v1${at}/ask/questions`, token)).events.map(
        ({ question }) => question,
      );
    expect(await recommended(stranger)).toEqual(['Home']);
    expect((await recommended(tester)).sort()).toEqual(['Home', 'Plans', 'Secret']);
  });
});
