import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { type PublishedSite, publishSite } from '../../../testing/sites.ts';
import { petsApi, putSpec } from '../../../testing/specifications.ts';
import { startWebsite, type Website } from '../../../testing/website.ts';

const PATIENCE = { timeout: 240_000, interval: 50 };

let server: TestServer;
let org: TestOrganization;
let website: Website;
let space: string;
let site: PublishedSite;
beforeAll(async () => {
  const api = JSON.stringify(petsApi('1.0.0', { servers: [{ url: '../v1' }] }));
  website = await startWebsite((path) => (path.endsWith('/api.json') ? api : undefined));
  server = await startServer({ roles: ['api', 'worker'], config: { egressAllow: website.host } });
});
afterAll(async () => {
  await server.close();
  await website.close();
});
beforeEach(async () => {
  org = await server.organization();
  space = await createLiveSpace(org);
  site = await publishSite(server, org, [{ space }]);
});

const change = async (...changes: object[]) => {
  const { status, body } = await org.admin.call('POST', `/spaces/${space}/content?compat=false`, { changes });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const page = (markdown: string) => change({ operation: 'insert_page', title: 'API', document: { markdown } });
const file = async (name: string, text: string): Promise<string> =>
  (
    await change({
      operation: 'insert_files',
      files: [{ name, contentType: 'text/plain', base64: Buffer.from(text).toString('base64') }],
    })
  ).insertedFiles[0].id;
const text = async (path = '/') => (await site.get(path)).text;
const named = '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}';
const block = (src: string, method = 'get') =>
  `{% openapi src="${src}" path="/pets" method="${method}" %}\n{% endopenapi %}`;

describe('relative server URLs of specifications', () => {
  test('are resolved against the URL of the specification, in HTML and Markdown', async () => {
    await putSpec(org, 'pets', { url: `${website.url}/specs/api.json` });
    await page(named);
    await expect.poll(text, PATIENCE).toContain(`&quot;${website.url}/v1/pets&quot;`);
    expect(await text()).toContain(`<span class="api-server">${website.url}/v1</span>`);
    expect(await text('/api.md')).toContain(`"url": "${website.url}/v1"`);
  });

  test('change with the source URL, even if the content is the same', async () => {
    await putSpec(org, 'pets', { url: `${website.url}/specs/api.json` });
    await page(named);
    await expect.poll(text, PATIENCE).toContain(`${website.url}/v1/pets`);
    await putSpec(org, 'pets', { url: `${website.url}/moved/specs/api.json` });
    await expect.poll(text, PATIENCE).toContain(`${website.url}/moved/v1/pets`);
    await putSpec(org, 'pets', { text: JSON.stringify(petsApi('1.0.0', { servers: [{ url: '../v1' }] })) });
    await expect.poll(text, PATIENCE).toContain('<span class="api-server">../v1</span>');
  });

  test('are resolved for each block that has a URL of its own', async () => {
    await page(['a', 'b'].map((at) => block(`${website.url}/${at}/specs/api.json`)).join('\n\n'));
    await expect.poll(text, PATIENCE).toContain(`${website.url}/a/v1/pets`);
    await expect.poll(text, PATIENCE).toContain(`${website.url}/b/v1/pets`);
  });
});

describe('OpenAPI 2 specifications in several files of a space', () => {
  const main = (item: string) =>
    `swagger: "2.0"\ninfo: { title: Old, version: "1" }\nhost: old.test\nschemes: [https]\npaths:\n  /pets: { $ref: "${item}" }\n`;

  test('are shown as OpenAPI 3, with their files', async () => {
    await file(
      'pets.yaml',
      `post:
  summary: Add a pet
  consumes: [application/json]
  parameters: [{ $ref: "../shared/parameters.yaml#/Body" }, { name: dry, in: query, type: boolean }]
  responses: { 200: { description: Done, schema: { $ref: "schemas.json#/Pet" } } }
`,
    );
    await file('parameters.yaml', 'Body: { name: body, in: body, schema: { $ref: "schemas.json#/Pet" } }\n');
    await file(
      'schemas.json',
      JSON.stringify({ Pet: { type: 'object', properties: { furColour: { type: 'string' } } } }),
    );
    await page(block(`/files/${await file('main.yaml', main('./paths/pets.yaml'))}`, 'post'));
    await expect.poll(text, PATIENCE).toContain('Add a pet');
    const words = (await text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(words).toContain('https://old.test /pets');
    expect(words).toContain('Request body application/json');
    expect(words).toContain('dry boolean');
    expect(words).toMatch(/-d &#39;\{ &quot;furColour&quot;: &quot;text&quot; \}&#39;/);
    expect(words).toMatch(/200 Done application\/json/);
  });

  test('are shown as far as possible if a file is missing', async () => {
    await file('pets.yaml', 'get: { summary: List pets, responses: { 200: { $ref: "gone.yaml#/All" } } }\n');
    await page(block(`/files/${await file('main.yaml', main('pets.yaml'))}`));
    await expect.poll(text, PATIENCE).toContain('List pets');
  });
});
