import { expect } from 'vitest';
import { createLiveSpace } from '../../packages/server/src/testing/content-factory.ts';
import { cookiesOf, requestFromHost } from '../../packages/server/src/testing/sites.ts';
import type { Scene } from '../client.ts';

/** Members preview a site; then it is published, old URLs redirect, and readers send feedback. */
export const aSiteIsPreviewedPublishedAndRated = async ({ server, clients }: Scene) => {
  const org = await server.organization('Orchard');
  const [owner, member] = [clients.as(org.create).orgs, clients.as(org.read).orgs];
  const space = await createLiveSpace(org);
  await org.admin.call('POST', `/spaces/${space}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Welcome', document: { markdown: 'Hello.' } },
      { operation: 'insert_page', title: 'Mangoes', document: { markdown: 'Sweet.' } },
    ],
  });
  const { data: site } = await clients
    .as(org.admin)
    .orgs.createSite(org.id, { title: 'Fruit', spaces: [space] });

  const requestPage = (address: string, headers = {}, body?: string) => {
    const { host, pathname, search } = new URL(address);
    return requestFromHost(
      server,
      host,
      pathname + search,
      headers,
      body === undefined ? 'GET' : 'POST',
      body,
    );
  };
  const { data: preview } = await member.getSitePublishingPreviewById(org.id, site.id);
  const cookie = cookiesOf(await requestPage(preview.url));
  const root = preview.url.split('?')[0]!;
  expect((await requestPage(root)).status).toBe(404);
  expect((await requestPage(`${root}mangoes`, { cookie })).text).toContain('Sweet.');

  const { data: customization } = await member.getSiteCustomizationById(org.id, site.id);
  await owner.updateSiteCustomizationById(org.id, site.id, { ...customization, feedback: { enabled: true } });
  await owner.publishSite(org.id, site.id);
  const { data: parts } = await owner.listSiteSpaces(org.id, site.id);
  const { data: found } = await owner.searchSiteContent(org.id, site.id, { query: 'sweet', mode: 'all' });
  await owner.createSiteRedirect(org.id, site.id, {
    source: '/papayas',
    destination: {
      kind: 'site-page',
      siteSpaceId: parts.items[0]!.id,
      pageId: found.items[0]!.pages[0]!.id,
    },
  });
  const led = await requestPage(`${root}papayas`);
  expect([led.status, new URL(String(led.headers.location), root).href]).toEqual([307, `${root}mangoes`]);

  const { text } = await requestPage(`${root}mangoes`);
  const action = /<form class="feedback" method="post" action="([^"]*)"/.exec(text)![1]!;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await requestPage(new URL(action, root).href, form, 'rating=good&comment=Yum')).status).toBe(303);
  const { body: feedback } = await org.create.call('GET', `/orgs/${org.id}/sites/${site.id}/feedback`);
  expect(feedback.items).toMatchObject([{ rating: 'good', comment: 'Yum', pageUrl: `${root}mangoes` }]);
};

/** A page shows an operation of an OpenAPI specification, and a user who is mentioned. */
export const aSiteShowsAnApiOperation = async ({ server, clients }: Scene) => {
  const org = await server.organization('Kennel');
  const space = await createLiveSpace(org);
  const write = async (change: object) =>
    (await org.admin.call('POST', `/spaces/${space}/content?compat=false`, { changes: [change] })).body;
  const description = 'openapi: 3.1.0\npaths: { /dogs: { get: { summary: All dogs, responses: {} } } }';
  const { insertedFiles } = await write({
    operation: 'insert_files',
    files: [
      {
        name: 'dogs.yaml',
        contentType: 'text/plain',
        base64: Buffer.from(description).toString('base64'),
      },
    ],
  });
  const { data: writer } = await clients.as(org.edit).user.getAuthenticatedUser();
  const block = `{% openapi src="/files/${insertedFiles[0].id}" path="/dogs" method="get" %}\n{% endopenapi %}`;
  const markdown = `By [someone](/users/${writer.id} "mention").\n\n${block}`;
  await write({ operation: 'insert_page', title: 'Dogs', document: { markdown } });
  const owner = clients.as(org.create).orgs;
  const { data: site } = await clients
    .as(org.admin)
    .orgs.createSite(org.id, { title: 'Dogs', spaces: [space] });
  await owner.publishSite(org.id, site.id);
  const { data: published } = await owner.getSiteById(org.id, site.id);
  const { host, pathname } = new URL(published.urls.published!);
  const read = async () => (await requestFromHost(server, host, pathname.replace(/\/$/, ''))).text;
  await expect.poll(read, { timeout: 240_000, interval: 50 }).toContain('All dogs');
  expect(await read()).toContain(`@${writer.displayName}`);
};
