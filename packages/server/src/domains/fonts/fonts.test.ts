import { describe, expect, test } from 'vitest';
import { uploadFontFile, WOFF2 } from '../../testing/fonts.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('fonts of an organization', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  const at = (id = '') => `/orgs/${org.id}/fonts${id && `/${id}`}`;
  const upload = (bytes?: Uint8Array) => uploadFontFile(org, org.create, bytes);
  const create = async (fontFaces: readonly object[], fontFamily = 'Slab') =>
    org.create.call('PUT', at(), { fontFamily, fontFaces });
  const make = async () => (await create([{ weight: 400, storageKey: await upload() }])).body;

  test('are made of uploaded files, listed, and outlast garbage collection', async () => {
    const key = await upload();
    const { status, body } = await create([
      { weight: 700, storageKey: key },
      { weight: 400, storageKey: key },
    ]);
    const face = (weight: number) => ({
      weight,
      sources: [{ url: expect.stringMatching(/\/font-files\/\w+\/[0-9a-f]{64}\.woff2$/), format: 'woff2' }],
    });
    const font = {
      id: expect.any(String),
      custom: true,
      fontFamily: 'Slab',
      fontFaces: [face(400), face(700)],
      permissions: { edit: true },
    };
    expect([status, body]).toEqual([201, font]);
    const seen = { ...font, permissions: { edit: false } };
    expect((await org.read.call('GET', at())).body).toEqual({ count: 1, items: [seen] });
    expect((await org.read.call('GET', at(body.id))).body).toEqual(seen);

    const { db, clock } = server.app.kernel;
    const old = new Date(clock.now().getTime() - 8 * DAY);
    await db.updateTable('blobs').set({ touched_at: old }).where('organization_id', '=', org.id).execute();
    await server.app.services.garbageCollection.collect(org.id);
    const { url } = body.fontFaces[0].sources[0];
    const file = await fetch(url);
    const headers = ['content-type', 'access-control-allow-origin', 'cache-control'];
    expect([file.status, ...headers.map((name) => file.headers.get(name))]).toEqual([
      200,
      'font/woff2',
      '*',
      'private, max-age=31536000, immutable',
    ]);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(WOFF2);
    const other = await server.organization();
    for (const wrong of [url.replace('.woff2', '.woff'), url.replace(org.id, other.id)])
      expect((await fetch(wrong)).status).toBe(404);
  });

  test('are renamed, and get and lose weights, but for the regular one', async () => {
    const { id } = await make();
    const change = (body: object) => org.create.call('POST', at(id), body);
    const weights = ({ fontFaces }: { fontFaces: { weight: number }[] }) =>
      fontFaces.map(({ weight }) => weight);
    const bold = [{ weight: 700, storageKey: await upload() }];
    const changed = await change({ fontFamily: 'Serif', fontFaces: bold });
    expect([changed.status, changed.body.fontFamily, weights(changed.body)]).toEqual([
      201,
      'Serif',
      [400, 700],
    ]);
    expect((await change({ fontFaces: [{ weight: 400, storageKey: null }] })).status).toBe(412);
    expect(weights((await change({ fontFaces: [{ weight: 700, storageKey: null }] })).body)).toEqual([400]);
    expect((await org.create.call('POST', at('none'), {})).status).toBe(404);
  });

  test('are deleted once, and their files stay for the sites that show them', async () => {
    const font = await make();
    expect((await org.create.call('DELETE', at(font.id))).status).toBe(205);
    expect((await org.create.call('DELETE', at(font.id))).status).toBe(204);
    expect((await org.create.call('GET', at(font.id))).status).toBe(404);
    expect((await fetch(font.fontFaces[0].sources[0].url)).status).toBe(200);
    const actions = (await server.eventsOf(org.id)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('organization.font'))).toEqual([
      'organization.font-created',
      'organization.font-deleted',
    ]);
  });

  test.each([
    ['a text', Buffer.from('Just text')],
    ['half a font', WOFF2.subarray(0, 2000)],
    ['a few bytes', WOFF2.subarray(0, 8)],
    ['more than 5 MB', Buffer.concat([WOFF2, Buffer.alloc(5 * 1024 * 1024)])],
  ])('are not %s', async (_, bytes) => {
    const { body } = await org.create.call('POST', `/orgs/${org.id}/storage/upload`, {
      file: { name: 'a.woff2', type: 'font/woff2', size: bytes.length },
      kind: 'import_file',
    });
    await fetch(body.url, { method: 'PUT', body: Buffer.from(bytes) });
    const refused = await create([{ weight: 400, storageKey: body.key }]);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([
      400,
      'body.fontFaces.0.storageKey',
    ]);
  });

  test('need the weight 400, each weight once, and files of the person who creates them', async () => {
    const storageKey = await upload();
    const regular = { weight: 400, storageKey };
    expect((await create([{ weight: 700, storageKey }])).status).toBe(412);
    const foreign = await uploadFontFile(org, org.admin);
    for (const [faces, path] of [
      [[regular, regular], 'body.fontFaces.1.weight'],
      [[{ weight: 400, storageKey: foreign }], 'body.fontFaces.0.storageKey'],
      [[{ weight: 400, storageKey: 'none' }], 'body.fontFaces.0.storageKey'],
    ] as const) {
      const { status, body } = await create(faces);
      expect([status, body.error.details[0].path]).toEqual([400, path]);
    }
    expect((await org.create.call('GET', at())).body.items).toEqual([]);
    const tooLarge = await org.create.call('POST', `/orgs/${org.id}/storage/upload`, {
      file: { name: 'a.woff2', type: 'font/woff2', size: 5 * 1024 * 1024 + 1 },
      kind: 'customization_font',
    });
    expect(tooLarge.body.error.details[0].path).toBe('body.file.size');
  });
});
