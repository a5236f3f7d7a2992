import { afterAll, describe, expect, test } from 'vitest';
import {
  repositories as corpora,
  filesOfRepository,
  repositoriesToTest,
} from '../../../../document/src/markdown/corpora.testing.ts';
import { expectSameContent, idsByFile } from '../../testing/compare-content.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createRepositories } from '../../testing/git-repositories.ts';
import { gitSyncOf } from '../../testing/git-sync.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const repositories = await createRepositories();
afterAll(() => repositories.close());

let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { gitFolders: repositories.top } },
);

describe.skipIf(corpora.length === 0)('real repositories', () => {
  test.each(repositoriesToTest)(
    '%s has no difference after an import, an export and another import',
    async (name) => {
      const files = filesOfRepository(name);
      const source = await repositories.repository();
      const { sync, get, revision } = gitSyncOf(server, org, await createLiveSpace(org), source);
      await source.commit(files);
      expect(await sync('import')).toMatchObject({ state: 'success' });
      const [{ pages }, first] = [await get('/content/pages'), await revision()];
      // Read once more, all of it: nothing is new, and every page is the one that it was.
      expect(await sync('import', { force: true })).toMatchObject({ state: 'success' });
      expect(await revision()).toBe(first);
      expect(idsByFile((await get('/content/pages')).pages)).toEqual(idsByFile(pages));
      const commit = await source.head();
      expect(await sync('export')).toMatchObject({ state: 'success' });
      expect(await source.head()).toBe(commit);
      // Exported to an empty repository, and imported from it.
      const anew = await repositories.repository();
      expect(await sync('export', { url: anew.folder, ref: 'refs/heads/anew' })).toMatchObject({
        state: 'success',
      });
      const written = await anew.files('anew');
      // What came in is what somebody wrote, not only what we made of it.
      expectSameContent(files, pages, written);
      const again = gitSyncOf(server, org, await createLiveSpace(org), anew);
      expect(await again.sync('import', { ref: 'refs/heads/anew' })).toMatchObject({ state: 'success' });
      const copy = await repositories.repository();
      expect(await again.sync('export', { url: copy.folder, ref: 'refs/heads/copy' })).toMatchObject({
        state: 'success',
      });
      expect(await copy.files('copy')).toEqual(written);
    },
  );
});
