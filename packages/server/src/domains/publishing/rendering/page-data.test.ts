import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import {
  type Person,
  startServer,
  type TestOrganization,
  type TestServer,
  testClock,
} from '../../../testing/server.ts';
import { type PublishedSite, publishSite } from '../../../testing/sites.ts';

const MINUTE = 60 * 1000;
const PATIENCE = { timeout: 240_000, interval: 50 };

const PETS = `openapi: 3.0.3
info: { title: Pets, version: "1" }
servers: [{ url: https://api.pets.test/v1 }]
security: [{ token: [] }]
paths:
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, required: true, description: The id of the **pet**, schema: { type: string } }
    get:
      summary: Find a pet
      description: Finds <script>alert(1)</script> it.
      parameters: [{ $ref: "#/components/parameters/Verbose" }]
      responses:
        "200":
          description: The pet
          content: { application/json: { schema: { $ref: "shared.yaml#/Pet" } } }
    delete: { summary: Take a pet away, responses: {} }
components:
  parameters: { Verbose: { name: verbose, in: query, schema: { type: boolean } } }
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas: { Owner: { type: object, properties: { nickname: { type: string } } } }
`;
const SHARED = `Pet:
  type: object
  properties: { furColour: { type: string, enum: [red, brown] }, friend: { $ref: "#/Pet" } }
`;

describe('page data', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  let site: PublishedSite;
  let web: Server;
  let origin: string;
  let answer: RequestListener;
  let asked: (string | undefined)[];

  beforeAll(async () => {
    web = createServer((request, response) => {
      asked.push(request.headers['if-none-match']);
      answer(request, response);
    });
    await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
    const { port } = web.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    server = await startServer({ clock, config: { egressAllow: `127.0.0.1:${port}` } });
  });
  afterAll(async () => {
    web.closeAllConnections();
    web.close();
    await server.close();
  });
  beforeEach(async () => {
    asked = [];
    org = await server.organization();
    space = await createLiveSpace(org);
    site = await publishSite(server, org, [{ space }]);
  });

  const write = async (...changes: object[]) => {
    const { status, body } = await org.admin.call('POST', `/spaces/${space}/content?compat=false`, {
      changes,
    });
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const page = (markdown: string) =>
    write({ operation: 'insert_page', title: 'Page', document: { markdown } });
  const file = async (name: string, text: string): Promise<string> => {
    const { insertedFiles } = await write({
      operation: 'insert_files',
      files: [{ name, contentType: 'text/plain', base64: Buffer.from(text).toString('base64') }],
    });
    return insertedFiles[0].id;
  };
  const block = (src: string, method = 'get', path = '/pets/{petId}') =>
    `{% openapi src="${src}" path="${path}" method="${method}" %}\nIn words\n{% endopenapi %}`;
  const text = async () => {
    const found = await site.get('/');
    expect(found.status).toBe(200);
    return found.text;
  };
  /** The page once its data is loaded. */
  const textWith = (part: string) => expect.poll(text, PATIENCE).toContain(part).then(text);

  describe('operations', () => {
    test('of a file of the space, with the files that it refers to', async () => {
      await file('shared.yaml', SHARED);
      const id = await file('pets.yaml', PETS);
      await page(block(`/files/${id}`));
      const html = await textWith('Find a pet');
      for (const part of [
        'petId',
        'The id of the <strong>pet</strong>',
        'verbose',
        'furColour',
        'https://api.pets.test/v1',
        'YOUR_TOKEN',
        'Authorization',
      ])
        expect(html).toContain(part);
      expect(html).not.toContain('Take a pet away');
      expect(html).not.toContain('<script>alert');
      // Cached, and rendered again when the file changes.
      expect(await text()).toBe(html);
      const name = PETS.replace('Find a pet', 'Find one pet');
      const base64 = Buffer.from(name).toString('base64');
      await write({ operation: 'update_file', file: id, contentType: 'text/plain', base64 });
      await textWith('Find one pet');
    });

    test('two of one JSON file on one page; a missing one is named', async () => {
      const operation = (summary: string) => ({ summary, responses: {} });
      const json = {
        openapi: '3.1.0',
        paths: { '/a': { get: operation('First'), post: operation('Second') } },
      };
      const id = await file('api.json', JSON.stringify(json));
      await page(
        [
          block(`/files/${id}`, 'get', '/a'),
          block(`/files/${id}`, 'POST', '/a'),
          block(`/files/${id}`, 'put', '/a'),
        ].join('\n\n'),
      );
      const html = await textWith('First');
      expect(html).toContain('Second');
      expect(html).toContain('PUT /a');
    });

    test.each(['words', '{', '\u0000\u0001', 'a: &a [*a]', 'swagger: "2.0"\npaths: 3'])(
      'of an invalid specification are named: %j',
      async (content) => {
        const id = await file('bad.yaml', content);
        await page(`Before\n\n${block(`/files/${id}`)}`);
        const html = await text();
        expect(html).toContain('Before');
        expect(html).toContain('GET /pets/{petId}');
        expect(html).toContain('In words');
      },
    );

    test('of files of other spaces are not shown', async () => {
      const other = await createLiveSpace(org);
      const { body } = await org.admin.call('POST', `/spaces/${other}/content?compat=false`, {
        changes: [
          {
            operation: 'insert_files',
            files: [
              { name: 'pets.yaml', contentType: 'text/plain', base64: Buffer.from(PETS).toString('base64') },
            ],
          },
        ],
      });
      await page(block(`/spaces/${other}/files/${body.insertedFiles[0].id}`));
      expect(await text()).not.toContain('Find a pet');
    });

    test('of a URL are fetched periodically, with conditional requests', async () => {
      answer = (request, response) => {
        if (request.headers['if-none-match'] === '"one"') return response.writeHead(304).end();
        return response.writeHead(200, { etag: '"one"' }).end(PETS);
      };
      await page(block(`${origin}/pets.yaml`));
      await textWith('Find a pet');
      await text();
      expect(asked).toEqual([undefined]);
      clock.advance(11 * MINUTE);
      expect(await text()).toContain('Find a pet');
      await expect.poll(() => asked, PATIENCE).toEqual([undefined, '"one"']);
      answer = (_, response) =>
        response.writeHead(200, { etag: '"two"' }).end(PETS.replace('Find', 'Look for'));
      clock.advance(11 * MINUTE);
      await textWith('Look for a pet');
      // The last known content of a deleted file is shown.
      answer = (_, response) => response.writeHead(500).end();
      clock.advance(11 * MINUTE);
      await text();
      await expect.poll(() => asked.length, PATIENCE).toBe(4);
      expect(await text()).toContain('Look for a pet');
    });

    test('of a URL that does not respond do not delay pages, and appear once it does', async () => {
      let go = () => {};
      const held = new Promise<void>((resolve) => {
        go = resolve;
      });
      answer = (_, response) => void held.then(() => response.writeHead(200).end(PETS));
      const address = `${origin}/slow.yaml`;
      await page(`Before\n\n${block(address)}`);
      const html = await text();
      expect(html).toContain('GET /pets/{petId}');
      expect(html).toContain(`href="${address}"`);
      expect(html).not.toContain('Find a pet');
      await text();
      expect(asked).toHaveLength(1);
      go();
      await textWith('Find a pet');
      expect(asked).toHaveLength(1);
    });

    test.each<[string, RequestListener]>([
      ['an error', (_, response) => response.writeHead(500).end(PETS)],
      ['a broken connection', (request) => request.socket.destroy()],
      [
        'the network inside',
        (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      ],
      ['too much', (_, response) => response.writeHead(200).end(`${PETS}#${'x'.repeat(11 * 1024 * 1024)}`)],
      ['something else', (_, response) => response.writeHead(200).end('<html></html>')],
    ])('of a URL that responds with %s are named, and not fetched again at once', async (name, listener) => {
      answer = listener;
      await page(block(`${origin}/${name.replaceAll(' ', '-')}`));
      expect(await text()).toContain('GET /pets/{petId}');
      await expect.poll(() => asked.length, PATIENCE).toBe(1);
      clock.advance(2000);
      expect(await text()).not.toContain('Find a pet');
      expect(asked).toHaveLength(1);
    });

    test('of many URLs are not fetched all at once', async () => {
      answer = () => {};
      await page(Array.from({ length: 40 }, (_, at) => block(`${origin}/${at}.yaml`)).join('\n\n'));
      expect(await text()).toContain('GET /pets/{petId}');
      expect(asked).toHaveLength(8);
      web.closeAllConnections();
    });
  });

  test('mentioned users have their names, if they belong to the organization', async () => {
    const named = (who: Person, displayName: string) =>
      who.call('PATCH', `/users/${who.id}`, { displayName });
    await named(org.edit, 'Ada <b>Lovelace</b>');
    const stranger = await server.organization();
    await page(
      [org.edit.id, org.read.id, stranger.admin.id, 'nobody']
        .map((id) => `[@label](/users/${id} "mention")`)
        .join(' '),
    );
    const html = await text();
    expect(html).toContain('@Ada &lt;b&gt;Lovelace');
    expect(html).toContain(`@${org.read.email.split('@')[0]}`);
    expect(html).not.toContain(org.edit.email);
    expect(html).not.toContain(stranger.admin.email.split('@')[0]);
    await named(org.edit, 'Countess');
    clock.advance(6 * MINUTE);
    expect(await text()).toContain('@Countess');
  });

  test('embedded pages have their titles, once these are loaded', async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    answer = (_, response) =>
      void held.then(() =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A title & more</title>'),
      );
    await page(`{% embed url="${origin}/article" %}`);
    const html = await text();
    expect(html).toContain(`href="${origin}/article"`);
    expect(html).not.toContain('A title');
    go();
    await textWith('A title &amp; more');
    expect(asked).toHaveLength(1);
  });
});
