import { parseMarkdown } from '@lectern/document';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_PAGE_CHARACTERS } from '../../kernel/markdown/limits.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createRepositories, type TestRepository } from '../../testing/git-repositories.ts';
import { type GitSync, gitSyncOf } from '../../testing/git-sync.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const repositories = await createRepositories();
afterAll(() => repositories.close());

/** Code of a given length, which is fast to parse. */
const pageOf = (characters: number): string => {
  const line = `${'word '.repeat(100)}\n`;
  const lines = line.repeat(Math.floor((characters - 8) / line.length));
  return `\`\`\`\n${lines}${'x'.repeat(characters - 9 - lines.length)}\n\`\`\`\n`;
};
const [FITS, TOO_LONG] = [MAX_PAGE_CHARACTERS - 100, MAX_PAGE_CHARACTERS + 100];

describe('the longest page', () => {
  let server: TestServer;
  let org: TestOrganization;
  let repo: TestRepository;
  let space: string;
  let { sync, pages, revision, markdown } = {} as GitSync;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { config: { gitFolders: repositories.top } },
  );
  beforeEach(async () => {
    repo = await repositories.repository();
    space = await createLiveSpace(org);
    ({ sync, pages, revision, markdown } = gitSyncOf(server, org, space, repo));
  });

  const edit = (document: object) =>
    org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Long', document }],
    });

  test.each([
    ['as Markdown', (text: string) => ({ markdown: text })],
    ['as a document', (text: string) => ({ document: parseMarkdown(text) })],
  ])('is accepted over the API %s, and a longer one is refused by field', async (_, bodyOf) => {
    const before = await revision();
    const refused = await edit(bodyOf(pageOf(TOO_LONG)));
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body.error)).toMatch(/changes[./]0[./]document/);
    expect(await revision()).toBe(before);
    expect((await edit(bodyOf(pageOf(FITS)))).status).toBe(200);
    expect(await markdown('Long')).toHaveLength(pageOf(FITS).length);
  });

  test('is imported by Git Sync and exported again, and a longer one is refused by name', async () => {
    await repo.commit({ 'README.md': '# Home\n', 'long.md': '# Long\n\nShort.\n' });
    expect(await sync('import')).toMatchObject({ state: 'success' });
    const before = await revision();
    await repo.commit({ 'README.md': '# New home\n', 'long.md': `# Long\n\n${pageOf(TOO_LONG)}` });
    expect(await sync('import')).toMatchObject({
      state: 'failure',
      error: expect.stringMatching(/long\.md has \d+ (?:characters|bytes).*Nothing was imported/),
    });
    expect([await revision(), Object.keys(await pages())]).toEqual([before, ['Home', 'Long']]);
    const text = `# Long\n\n${pageOf(FITS)}`;
    await repo.commit({ 'long.md': text });
    expect(await sync('import')).toMatchObject({ state: 'success', problems: [] });
    expect(await sync('export')).toMatchObject({ state: 'success' });
    expect((await repo.files())['long.md']).toBe(text);
  });
});
