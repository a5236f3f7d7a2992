import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('templates', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const apply = (space: string, body: object) =>
    org.edit.call('POST', `/spaces/${space}/content/template`, body);
  const titlesAt = async (place: string) =>
    (await org.read.call('GET', `${place}/content/pages`)).body.pages.map(
      ({ title }: { title: string }) => title,
    );
  const titles = (space: string) => titlesAt(`/spaces/${space}`);

  test('are listed for everyone, with their pages', async () => {
    const { body } = await org.guest.call('GET', '/templates');
    expect([body.count, body.items.length]).toEqual([5, 5]);
    expect(body.items[0]).toEqual({
      id: 'blank',
      title: 'Blank',
      description: 'One empty page',
      pages: 1,
    });
    type Node = { pages?: Node[] };
    const countOf = (nodes: Node[]): number =>
      nodes.reduce((count, { pages = [] }) => count + 1 + countOf(pages), 0);
    for (const { id, pages } of body.items) {
      const space = await createLiveSpace(org);
      await apply(space, { id });
      const made = (await org.read.call('GET', `/spaces/${space}/content/pages`)).body.pages;
      expect([id, countOf(made)]).toEqual([id, pages]);
    }
  });

  test.each([
    ['blank', ['Untitled']],
    ['introduction', ['Welcome to Lectern', 'Writing', 'Collaboration', 'Automation']],
    ['product-documentation', ['Welcome', 'Getting started', 'Guides', 'Reference']],
    ['api-reference', ['Overview', 'Authentication', 'Conventions', 'Endpoints']],
    ['knowledge-base', ['Home', 'How we work', 'Policies', 'Frequently asked questions']],
  ])('%s adds its pages, and their bodies can be read', async (id, expected) => {
    const space = await createLiveSpace(org);
    const applied = await apply(space, { id });
    expect([applied.status, applied.body]).toEqual([201, undefined]);
    expect(await titles(space)).toEqual(expected);
    const pagesOf = (pages: { id: string; type: string; pages: never[] }[]): string[] =>
      pages.flatMap((page) => [...(page.type === 'document' ? [page.id] : []), ...pagesOf(page.pages ?? [])]);
    const { pages } = (await org.read.call('GET', `/spaces/${space}/content/pages`)).body;
    for (const page of pagesOf(pages)) {
      const { status, body } = await org.read.call(
        'GET',
        `/spaces/${space}/content/page/${page}?format=document`,
      );
      expect(status).toBe(200);
      // Blocks, and no HTML or tag that there is no block for.
      expect(JSON.stringify(body.document)).not.toMatch(/"type":"(html|unknown[^"]*|tag)"/);
    }
    expect((await org.read.call('GET', `/spaces/${space}/links?status=broken`)).body.count).toBe(0);
  });

  test('are added to existing pages, with the given cover', async () => {
    const space = await createLiveSpace(org);
    await apply(space, { id: 'blank' });
    const cover = { kind: 'url', url: 'https://example.org/cover.png' };
    await apply(space, { id: 'knowledge-base', params: { contentRefs: { cover } } });
    expect((await titles(space)).slice(0, 2)).toEqual(['Untitled', 'Home']);
    const home = await org.read.call('GET', `/spaces/${space}/content/path/home`);
    expect(home.body.cover).toEqual({ ref: cover, yPos: 0 });
  });

  test('can create a space, locked or not', async () => {
    const made = await org.create.call('POST', `/orgs/${org.id}/spaces`, {
      title: 'Handbook',
      template: { id: 'knowledge-base' },
    });
    expect([made.status, made.body.editMode]).toEqual([201, 'locked']);
    expect(await titles(made.body.id)).toEqual([
      'Home',
      'How we work',
      'Policies',
      'Frequently asked questions',
    ]);
    const [created] = await server.eventsOf(made.body.id);
    expect(created).toMatchObject({ action: 'space.created', payload: { template: 'knowledge-base' } });
    const found = await org.read.call('GET', `/spaces/${made.body.id}/search?query=onboarding`);
    expect(found.body.items).toMatchObject([{ title: 'Onboarding' }]);
  });

  test('are rejected for a new space if unknown or if the space is to be empty', async () => {
    const create = (fields: object) => org.create.call('POST', `/orgs/${org.id}/spaces`, fields);
    expect((await create({ title: 'No', template: { id: 'unknown' } })).status).toBe(404);
    const both = await create({ title: 'No', template: { id: 'blank' }, empty: true });
    expect([both.status, both.body.error.details[0].path]).toEqual([400, 'body.empty']);
    expect((await org.admin.call('GET', `/orgs/${org.id}/spaces`)).body.count).toBe(0);
  });

  test('can create a change request, for anyone with permission', async () => {
    const space = await org.space();
    const opened = await org.comment.call('POST', `/spaces/${space}/change-requests`, {
      subject: 'Handbook',
      template: { id: 'api-reference' },
    });
    expect([opened.status, opened.body.subject]).toEqual([201, 'Handbook']);
    const at = `/spaces/${space}/change-requests/${opened.body.id}`;
    expect(await titlesAt(at)).toEqual([
      'Untitled',
      'Overview',
      'Authentication',
      'Conventions',
      'Endpoints',
    ]);
    expect(await titles(space)).toEqual(['Untitled']);
    const unknown = { template: { id: 'unknown' } };
    expect((await org.edit.call('POST', `/spaces/${space}/change-requests`, unknown)).status).toBe(404);
    const { body } = await org.read.call('GET', `/spaces/${space}/change-requests?status=draft`);
    expect(body.count).toBe(1);
  });

  test('can be added to a given change request', async () => {
    const space = await org.space();
    const { body } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    for (const changeRequestId of [body.id, String(body.number)])
      expect((await apply(space, { id: 'blank', changeRequestId })).status).toBe(201);
    expect(await titlesAt(`/spaces/${space}/change-requests/${body.id}`)).toEqual(Array(3).fill('Untitled'));
    expect(await titles(space)).toEqual(['Untitled']);
    expect((await apply(space, { id: 'blank', changeRequestId: 'unknown' })).status).toBe(404);
    await org.edit.call('PATCH', `/spaces/${space}/change-requests/${body.id}`, { status: 'archived' });
    expect((await apply(space, { id: 'blank', changeRequestId: body.id })).status).toBe(409);
  });

  test('for a locked space create a draft change request', async () => {
    const space = await org.space();
    const applied = await apply(space, { id: 'knowledge-base' });
    expect([applied.status, applied.body]).toEqual([201, undefined]);
    expect(await titles(space)).toEqual(['Untitled']);
    const { items } = (await org.read.call('GET', `/spaces/${space}/change-requests?status=draft`)).body;
    expect(items).toMatchObject([
      { subject: 'Template: knowledge-base', status: 'draft', createdBy: { id: org.edit.id } },
    ]);
    expect(await titlesAt(`/spaces/${space}/change-requests/${items[0].id}`)).toContain('How we work');
  });

  test('are rejected if unknown, or without permission to edit', async () => {
    const space = await createLiveSpace(org);
    for (const id of ['unknown', 'constructor', '__proto__'])
      expect((await apply(space, { id })).status).toBe(404);
    const read = await org.read.call('POST', `/spaces/${space}/content/template`, { id: 'blank' });
    expect(read.status).toBe(403);
  });
});
