import { expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { insertPage } from '../../../testing/showcase.ts';

let org: TestOrganization;
let server: TestServer;
withOrganization(
  (fresh) => {
    ({ org, server } = fresh);
  },
  { roles: ['api', 'worker'] },
);

const ask = (query: string) => org.read.call('POST', `/orgs/${org.id}/ask`, { query });
/** The bodies of the organization, each with the place of its vectors in the table, which changes when they are made. */
const vectors = async () => {
  const rows = await server.app.kernel.db
    .selectFrom('search_bodies')
    .select(['body', 'vectors', 'sections'])
    .where('organization_id', '=', org.id)
    .execute();
  return new Map(rows.map(({ sections, vectors: made }) => [sections, made]));
};

test('vectors are made in the background, once for each body', async () => {
  const space = await createLiveSpace(org);
  const edit = (...changes: object[]) => org.admin.call('POST', `/spaces/${space}/content`, { changes });
  await edit(insertPage('Apples', '## Red\n\nRed apples.'), insertPage('Pears', 'Green pears.'));
  const all = async () => [...(await vectors()).values()];
  expect(await all()).toEqual([null, null]);
  await ask('apples');
  await expect.poll(async () => (await all()).every((made) => made !== null)).toBe(true);
  const before = await vectors();
  const lengths = [...before.values()].map((made) => made!.length % server.app.kernel.issues.dimensions);
  expect(lengths).toEqual([0, 0]);
  await edit(insertPage('Plums', 'Blue plums.'), insertPage('More apples', '## Red\n\nRed apples.'));
  expect((await all()).filter((made) => made === null)).toHaveLength(1);
  await ask('plums');
  await expect.poll(async () => (await all()).every((made) => made !== null)).toBe(true);
  const after = await vectors();
  expect(after.size).toBe(3);
  for (const [sections, made] of before) expect(after.get(sections)).toEqual(made);
});
