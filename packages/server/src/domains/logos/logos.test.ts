import { describe, expect, test } from 'vitest';
import { PIXEL } from '../../testing/edit-content.ts';
import { fileForm } from '../../testing/file-form.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('the logo of an organization', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  const upload = (content: string | Buffer) =>
    org.admin.call('POST', `/orgs/${org.id}/logos`, fileForm(content));

  test('is uploaded by administrators, has a public URL, and outlasts garbage collection', async () => {
    const { status, body } = await upload(PIXEL);
    expect([status, body]).toEqual([
      201,
      {
        object: 'organization-logo',
        url: expect.stringMatching(/\/organization-logos\/\w+\/[0-9a-f]{64}\.png$/),
        contentType: 'image/png',
        size: PIXEL.length,
      },
    ]);
    expect((await upload(PIXEL)).body.url).toBe(body.url);
    const { db, clock } = server.app.kernel;
    const old = new Date(clock.now().getTime() - 8 * DAY);
    await db.updateTable('blobs').set({ touched_at: old }).where('organization_id', '=', org.id).execute();
    await server.app.services.garbageCollection.collect(org.id);
    const answer = await fetch(body.url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const other = await server.organization();
    for (const url of [body.url.replace('.png', '.svg'), body.url.replace(org.id, other.id)])
      expect((await fetch(url)).status).toBe(404);
    const refused = await org.create.call('POST', `/orgs/${org.id}/logos`, fileForm(PIXEL));
    expect(refused.status).toBe(403);
  });

  test('has its current URL after the public URL of the server has changed', async () => {
    const { url } = (await upload(PIXEL)).body;
    const save = async (logo: string) =>
      (await org.admin.call('PATCH', `/orgs/${org.id}`, { logo })).body.urls.logo;
    expect(await save(url.replace(server.url, 'https://old.example.com/docs'))).toBe(url);
    expect(await save('https://example.com/logo.svg')).toBe('https://example.com/logo.svg');
  });

  test.each([
    ['a text', 'Just text'],
    ['half an image', PIXEL.subarray(0, 18)],
    ['nothing', ''],
  ])('is not %s', async (_, content) => {
    const { status, body } = await upload(content);
    expect([status, body.error.details[0].path]).toEqual([400, 'body.file']);
  });
});
