import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { asRenderer, publishSite } from '../../../testing/sites.ts';

describe('site tokens', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    space = await createLiveSpace(org);
  });

  test('read every change of a site at once', async () => {
    const site = await publishSite(server, org, [{ space }]);
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const { call } = await asRenderer(server, site.url);
    const read = async () => (await call('GET', `${at}/published`)).body;
    const before = await read();
    const looks = { ...before.customizations.site, title: 'Other' };
    const changes: [string, string, object][] = [
      ['PATCH', at, { title: 'Renamed', agentsContext: 'included' }],
      ['PUT', `${at}/customization`, looks],
      ['PATCH', `/spaces/${space}`, { title: 'Retitled', editMode: 'locked' }],
    ];
    for (const [method, path, body] of changes) {
      const [was, answer] = [await read(), await org.admin.call(method, path, body)];
      expect(answer.status).toBe(200);
      expect(await read()).not.toEqual(was);
    }
    const after = await read();
    expect([after.site.title, after.site.agentsContext, after.customizations.site.title]).toEqual([
      'Renamed',
      'included',
      'Other',
    ]);
    expect(after.structure.structure[0].space).toMatchObject({ title: 'Retitled', editMode: 'locked' });
  });

  test('cost a fixed number of queries, whatever the size of the site', async () => {
    const site = await publishSite(server, org, [{ space }]);
    const { call } = await asRenderer(server, site.url);
    const read = () => call('GET', `/orgs/${org.id}/sites/${site.id}/published`);
    const few = await server.countQueries(read);
    for (const title of ['A', 'B', 'C'])
      await org.admin.call('POST', `/orgs/${org.id}/sites/${site.id}/site-spaces`, {
        spaceId: await org.space(title),
      });
    expect(await server.countQueries(read)).toBe(few);
    expect(await server.countQueries(() => call('GET', `/spaces/${space}`))).toBe(1);
  });
});
