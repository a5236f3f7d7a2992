import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

let [server, other]: TestServer[] = [];
let org: TestOrganization;
beforeAll(async () => {
  server = await startServer();
  other = await startServer({ connectionString: server.connectionString });
  org = await server.organization();
});
afterAll(async () => {
  await other?.close();
  await server?.close();
});

const edit = (space: string, ...changes: object[]) =>
  org.edit.call('POST', `/spaces/${space}/content`, { changes });
const page = (title: string, markdown: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
});
/** The titles that a process finds. */
const found = async (at: TestServer, path: string): Promise<string[]> => {
  const response = await fetch(`${at.url}/v1${path}`, {
    headers: { authorization: `Bearer ${org.read.token}` },
  });
  const { items } = (await response.json()) as { items: { title: string; pages?: { title: string }[] }[] };
  return items.flatMap(({ title, pages }) => pages?.map((one) => one.title) ?? title);
};

test('an edit is found at once by another process that has searched before', async () => {
  const space = await createLiveSpace(org, {});
  await edit(space, page('One', 'apple'));
  const [inSpace, inOrganization] = [
    `/spaces/${space}/search?query=apple`,
    `/orgs/${org.id}/search?query=apple`,
  ];
  for (const path of [inSpace, inOrganization]) expect(await found(other!, path)).toEqual(['One']);
  for (const title of ['Two', 'Three']) {
    await edit(space, page(title, 'apple'));
    for (const path of [inSpace, inOrganization]) expect(await found(other!, path)).toContain(title);
  }
  await org.admin.call('PATCH', `/spaces/${space}`, { defaultLevel: null });
  expect(await found(other!, inOrganization)).toEqual([]);
});

test('a search needs no query beyond the permission check, and two more in an organization', async () => {
  const space = await createLiveSpace(org, {});
  await edit(space, ...Array.from({ length: 30 }, (_, at) => page(`Page ${at}`, 'banana')));
  const count = async (path: string) => {
    await org.read.call('GET', path);
    return server!.countQueries(() => org.read.call('GET', path));
  };
  const read = await count(`/spaces/${space}`);
  for (const limit of [1, 30])
    expect(await count(`/spaces/${space}/search?query=banana&limit=${limit}`)).toBe(read);
  const organization = await count(`/orgs/${org.id}`);
  expect(await count(`/orgs/${org.id}/search?query=banana`)).toBeLessThanOrEqual(organization + 2);
  // Without results, no permission needs to be read.
  expect(await count(`/orgs/${org.id}/search?query=nowhere`)).toBeLessThanOrEqual(organization + 1);
});
