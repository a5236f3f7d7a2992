import { describe, expect, test } from 'vitest';
import { liveSpace } from '../../../testing/contents.ts';
import type { TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('templates', () => {
  let org: TestOrganization;
  withOrganization((fresh) => {
    org = fresh.org;
  });

  const apply = (space: string, body: object) =>
    org.edit.call('POST', `/spaces/${space}/content/template`, body);
  const titles = async (space: string) =>
    (await org.read.call('GET', `/spaces/${space}/content/pages`)).body.pages.map(
      ({ title }: { title: string }) => title,
    );

  test.each([
    ['blank', ['Untitled']],
    ['product-documentation', ['Welcome', 'Getting started', 'Guides', 'Reference']],
    ['api-reference', ['Overview', 'Authentication', 'Conventions', 'Endpoints']],
    ['knowledge-base', ['Home', 'How we work', 'Policies', 'Questions and answers']],
  ])('%s brings its pages, and their bodies can be read', async (id, expected) => {
    const space = await liveSpace(org);
    const applied = await apply(space, { id });
    expect([applied.status, applied.body]).toEqual([201, undefined]);
    expect(await titles(space)).toEqual(expected);
    const pagesOf = (pages: { id: string; type: string; pages: never[] }[]): string[] =>
      pages.flatMap((page) => [...(page.type === 'document' ? [page.id] : []), ...pagesOf(page.pages ?? [])]);
    const { pages } = (await org.read.call('GET', `/spaces/${space}/content/pages`)).body;
    for (const page of pagesOf(pages))
      expect(
        (await org.read.call('GET', `/spaces/${space}/content/page/${page}?format=document`)).status,
      ).toBe(200);
  });

  test('adds to what is there, with the picture it is given', async () => {
    const space = await liveSpace(org);
    await apply(space, { id: 'blank' });
    const cover = { kind: 'url', url: 'https://example.org/cover.png' };
    await apply(space, { id: 'knowledge-base', params: { contentRefs: { cover } } });
    expect((await titles(space)).slice(0, 2)).toEqual(['Untitled', 'Home']);
    const home = await org.read.call('GET', `/spaces/${space}/content/path/home`);
    expect(home.body.cover).toEqual({ ref: cover, yPos: 0 });
  });

  test('is refused when it is unknown, the space is locked or a change request is named', async () => {
    const space = await liveSpace(org);
    for (const id of ['unknown', 'constructor', '__proto__'])
      expect((await apply(space, { id })).status).toBe(404);
    const named = await apply(space, { id: 'blank', changeRequestId: 'x' });
    expect([named.status, named.body.error.details[0].path]).toEqual([400, 'body.changeRequestId']);
    expect((await apply(await org.space(), { id: 'blank' })).status).toBe(409);
    const read = await org.read.call('POST', `/spaces/${space}/content/template`, { id: 'blank' });
    expect(read.status).toBe(403);
  });
});
