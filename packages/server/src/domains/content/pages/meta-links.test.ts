import { expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { editContent } from '../../../testing/edit-content.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

test('a page has canonical and alternate links if they are set', async () => {
  const space = await createLiveSpace(org);
  const revision = await editContent(server, space, async (draft) => {
    await draft.insertPage('plain', 'document', { title: 'Plain' }, { parent: null });
    const more = { canonical: 'https://example.org/docs', alternates: ['/pages/plain', 5, ''] };
    await draft.insertPage('told', 'document', { title: 'Told', more }, { parent: null });
    await draft.insertPage('odd', 'document', { title: 'Odd', more: { canonical: {} } }, { parent: null });
  });
  const get = async (page: string) =>
    (await org.read.call('GET', `/spaces/${space}/revisions/${revision}/page/${page}/meta-links`)).body;
  expect(await get('plain')).toEqual({});
  expect(await get('odd')).toEqual({});
  expect(await get('told')).toEqual({
    canonical: { kind: 'url', url: 'https://example.org/docs' },
    alternates: [{ kind: 'page', page: 'plain' }],
  });
  expect((await get('gone')).error.code).toBe(404);
});
