import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { createRepositories } from '../../../testing/git-repositories.ts';
import { gitSyncOf } from '../../../testing/git-sync.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { callOrThrow, publishSpaces } from '../../../testing/showcase.ts';
import { requestFromHost } from '../../../testing/sites.ts';
import { editUrl } from './page-model.ts';

let server: TestServer;
let org: TestOrganization;
let repositories: Awaited<ReturnType<typeof createRepositories>>;
beforeAll(async () => {
  repositories = await createRepositories();
  server = await startServer({ config: { gitFolders: repositories.top } });
  org = await server.organization();
});
afterAll(async () => {
  await server.close();
  await repositories.close();
});

test('a page links to its file in the repository, if the site shows edit links', async () => {
  const repository = await repositories.repository();
  await repository.commit({ 'README.md': '# Home\n', 'guides/a b.md': '# Guide\n' });
  const space = await createLiveSpace(org);
  const tree = 'https://git.people.test/docs/tree/main/';
  await gitSyncOf(server, org, space, repository).sync('import', { repoTreeURL: tree });
  const site = await publishSpaces(org, [space]);
  const { host, pathname } = new URL(site.url);
  const pages = (await callOrThrow(org, 'GET', `/spaces/${space}/content/pages`)).pages;
  const guide = JSON.stringify(pages).match(/"path":"(guides[^"]*\/[^"]*)"/)?.[1] ?? 'guides/a-b';
  const text = async () => (await requestFromHost(server, host, `${pathname}/${guide}`)).text;
  expect(await text()).toContain('Guide');
  expect(await text()).not.toContain(tree);
  const at = `/orgs/${org.id}/sites/${site.id}/customization`;
  await callOrThrow(org, 'PUT', at, { ...(await callOrThrow(org, 'GET', at)), git: { showEditLink: true } });
  expect(await text()).toContain(`href="${tree}guides/a%20b.md"`);
});

test.each([
  ['javascript:alert(1)', 'a.md', undefined],
  ['https://git.people.test/tree', '../a?b#c.md', 'https://git.people.test/a%3Fb%23c.md'],
  ['https://git.people.test/tree', undefined, undefined],
  [null, 'a.md', undefined],
])('the file of a page in %s at %s', (repository, path, to) => {
  expect(editUrl(repository, path)).toBe(to);
});
