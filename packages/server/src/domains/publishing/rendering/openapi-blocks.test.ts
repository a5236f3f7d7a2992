import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { asRenderer, type PublishedSite, publishSite } from '../../../testing/sites.ts';
import { petsApi, putSpec } from '../../../testing/specifications.ts';

const PATIENCE = { timeout: 240_000, interval: 50 };

let server: TestServer;
let org: TestOrganization;
let space: string;
let site: PublishedSite;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { roles: ['api', 'worker'] },
);
beforeEach(async () => {
  space = await createLiveSpace(org);
  site = await publishSite(server, org, [{ space }]);
});

const page = (title: string, markdown: string) =>
  org.admin.call('POST', `/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title, document: { markdown } }],
  });
const OPERATION = `{% openapi-operation spec="pets" path="/pets" method="get" %}
In words
{% endopenapi-operation %}`;
const SCHEMAS = '{% openapi-schemas spec="pets" schemas="Pet" %}\nPets in words\n{% endopenapi-schemas %}';
const WEBHOOK =
  '{% openapi-webhook spec="pets" name="born" method="post" %}\nBirths\n{% endopenapi-webhook %}';
const publish = async (version: string, more?: object) => {
  const { body } = await putSpec(org, 'pets', { text: JSON.stringify(petsApi(version, more)) });
  expect(body.lastProcessedErrors).toBeUndefined();
};
const text = async (path = '/') => (await site.get(path)).text;

describe('blocks of specifications of an organization', () => {
  test('show the newest version in the next response', async () => {
    await page('API', [OPERATION, SCHEMAS, WEBHOOK].join('\n\n'));
    await page('Other', 'Nothing of it');
    expect(await text()).toContain('In words');
    const webhooks = {
      webhooks: { born: { post: { summary: 'A pet was born', responses: { 200: { description: 'OK' } } } } },
    };
    await publish('1.0.0', webhooks);
    await expect.poll(text, PATIENCE).toContain('List pets 1.0.0');
    const shown = await text();
    expect(shown).toContain('api.pets.test');
    expect(shown).toContain('A pet was born');
    expect(shown).toContain('class="api-schema"');
    await publish('2.0.0', webhooks);
    await expect.poll(text, PATIENCE).toContain('List pets 2.0.0');
    const { headers } = await site.get('/');
    expect((await site.get('/', { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  test('have their headings in the outline, also for operations with the same path', async () => {
    await publish('1.0.0');
    await putSpec(org, 'zoo', { text: JSON.stringify(petsApi('2.0.0')) });
    await page('API', [OPERATION, OPERATION.replace('"pets"', '"zoo"')].join('\n\n'));
    await expect.poll(text, PATIENCE).toContain('List pets 2.0.0');
    const [beside = ''] = /<nav[^>]*class="outline".*?<\/nav>/s.exec(await text()) ?? [];
    expect([...beside.matchAll(/>([^<>]+)<\/a>/g)].map(([, title]) => title)).toEqual([
      'List pets 1.0.0',
      'List pets 2.0.0',
    ]);
  });

  test('of a deleted specification remain readable', async () => {
    await publish('1.0.0');
    await page('API', OPERATION);
    await expect.poll(text, PATIENCE).toContain('List pets 1.0.0');
    await org.admin.call('DELETE', `/orgs/${org.id}/openapi/pets`);
    const gone = await site.get('/');
    expect(gone.status).toBe(200);
    expect(gone.text).toContain('GET /pets');
    expect(gone.text).not.toContain('List pets 1.0.0');
  });

  test('other renderers read only specifications that pages of the site show', async () => {
    await publish('1.0.0');
    await putSpec(org, 'secret', { text: JSON.stringify(petsApi()) });
    await page('API', OPERATION);
    const { call } = await asRenderer(server, site.url);
    const at = (slug: string) => `/orgs/${org.id}/openapi/${slug}/versions/latest/content`;
    const { status, body, headers } = await call('GET', at('pets'));
    expect(status).toBe(200);
    expect(body.filesystem[0].specification.info.version).toBe('1.0.0');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect((await call('GET', at('secret'))).status).toBe(404);
    expect((await call('GET', at('none'))).status).toBe(404);
    const elsewhere = await server.organization();
    expect((await call('GET', at('pets').replace(org.id, elsewhere.id))).status).toBe(404);
    expect((await call('GET', `/orgs/${org.id}/openapi/pets`)).status).toBe(403);
  });

  test('are not cached while their specification is loading, and refresh by themselves', async () => {
    await publish('1.0.0');
    await page('API', OPERATION);
    const { specifications } = server.app.kernel;
    const part = vi.spyOn(specifications, 'part').mockRejectedValueOnce(new Error('Not now'));
    const early = await site.get('/');
    expect(part).toHaveBeenCalledOnce();
    expect(early.status).toBe(200);
    expect(early.text).not.toContain('List pets 1.0.0');
    expect(early.headers).toMatchObject({ 'cache-control': 'private, no-store', refresh: '3' });
    expect(early.headers).not.toHaveProperty('etag');
    const whole = await site.get('/');
    expect(whole.text).toContain('List pets 1.0.0');
    expect(whole.headers).toMatchObject({ 'cache-control': 'public, no-cache', etag: expect.any(String) });
    expect(whole.headers).not.toHaveProperty('refresh');
  });

  test('are not parsed again: that takes seconds for large specifications', async () => {
    await publish('1.0.0');
    await page('API', OPERATION);
    const read = vi.spyOn(server.app.kernel.specifications, 'read');
    await expect.poll(text, PATIENCE).toContain('List pets 1.0.0');
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  test('a new version does not invalidate sites that do not show the specification', async () => {
    await page('Plain', 'Nothing of it');
    const made = async () => (await server.app.metrics.siteResponsesRendered.get()).values[0]?.value ?? 0;
    await site.get('/');
    const before = await made();
    await publish('1.0.0');
    await site.get('/');
    expect(await made()).toBe(before);
  });
});
