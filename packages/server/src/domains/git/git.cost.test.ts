import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createRepositories, type TestRepository } from '../../testing/git-repositories.ts';
import { type GitSync, gitSyncOf } from '../../testing/git-sync.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const repositories = await createRepositories();
afterAll(() => repositories.close());

let server: TestServer;
let org: TestOrganization;
let repo: TestRepository;
let space: string;
let { sync, pages, write } = {} as GitSync;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { gitFolders: repositories.top } },
);
beforeEach(async () => {
  repo = await repositories.repository();
  space = await createLiveSpace(org);
  ({ sync, pages, write } = gitSyncOf(server, org, space, repo));
});

const change = async (...changes: object[]) =>
  expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);

/** Imports a repository in which every page links to the next one. */
const importPages = async (count: number) => {
  const names = Array.from({ length: count }, (_, at) => `p${at}`);
  await repo.commit({
    'README.md': '# Home\n\nHi.\n',
    'SUMMARY.md': ['README', ...names].map((name) => `* [${name}](${name}.md)\n`).join(''),
    ...Object.fromEntries(
      names.map((name, at) => [
        `${name}.md`,
        `# ${name}\n\nWords of ${name}, [next](p${(at + 1) % count}.md).\n`,
      ]),
    ),
  });
  expect(await sync('import')).toMatchObject({ state: 'success', problems: [] });
};

describe('an export', () => {
  test('of one edited page prints one page, and asks the database as often as in a small space', async () => {
    const queries = async (count: number): Promise<number> => {
      repo = await repositories.repository();
      space = await createLiveSpace(org);
      ({ sync, pages, write } = gitSyncOf(server, org, space, repo));
      await importPages(count);
      let edits = 0;
      return server.countQueries(
        async () =>
          expect(await sync('export')).toMatchObject({
            state: 'success',
            dispatchedTasks: 1,
            changes: { written: ['p1.md'], writtenCount: 1, removedCount: 0 },
          }),
        () => write('p1', `Edit ${++edits}.`),
      );
    };
    const few = await queries(3);
    expect(await queries(450)).toBeLessThanOrEqual(few + 3);
  });

  test('of a renamed, a new and a deleted page writes the pages that link to them, and prints no others', async () => {
    await importPages(12);
    const { p5, p8 } = await pages();
    await change({ operation: 'update_page', page: p5!.id, slug: 'renamed' });
    expect(await sync('export')).toMatchObject({
      state: 'success',
      dispatchedTasks: 2,
      changes: { written: ['p4.md', 'renamed.md', 'SUMMARY.md'], removed: ['p5.md'] },
    });
    expect((await repo.files())['p4.md']).toContain('[next](renamed.md)');
    await change({ operation: 'insert_page', title: 'New', document: { markdown: 'New.' } });
    expect(await sync('export')).toMatchObject({ dispatchedTasks: 1, changes: { writtenCount: 2 } });
    await change({ operation: 'delete_page', page: p8!.id });
    expect(await sync('export')).toMatchObject({ dispatchedTasks: 1, changes: { removed: ['p8.md'] } });
    expect((await repo.files())['p7.md']).toContain('/broken/pages/');
    await change({ operation: 'insert_page', title: 'Guide', document: { markdown: 'Guide.' } });
    await sync('export');
    expect(await sync('export')).toMatchObject({ dispatchedTasks: 0, changes: { writtenCount: 0 } });
  });
});
