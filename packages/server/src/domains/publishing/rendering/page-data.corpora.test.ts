import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesOfRepository, repositories } from '../../../../../document/src/markdown/corpora.testing.ts';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  openPage,
  overflowOf,
} from '../../../../../site/src/testing/browser.ts';
import { createRepositories } from '../../../testing/git-repositories.ts';
import { importRepository } from '../../../testing/repositories.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { publishSite } from '../../../testing/sites.ts';

const gits = await createRepositories();
afterAll(() => gits.close());

let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { gitFolders: gits.top } },
);

const REPOSITORY = 'beefree-sdk-docs';
const BLOCK = /\{% openapi src="([^"]+)" path="([^"]+)" method="([^"]+)" %\}/g;
const SHOWN = 'class="api full"';
const hasCorpus = repositories.includes(REPOSITORY);

test.skipIf(!hasCorpus)('operations of files in public documentation are shown and accessible', async () => {
  const files = filesOfRepository(REPOSITORY, Number.POSITIVE_INFINITY);
  const { space, pages } = await importRepository(server, org, await gits.repository(), files);
  const site = await publishSite(server, org, [{ space }]);
  const wanted = pages.flatMap(({ path: page, file, markdown }) =>
    [...markdown.matchAll(BLOCK)]
      .filter(([, src]) => Object.hasOwn(files, path.posix.join(path.posix.dirname(file), src!)))
      .map(([, , operation, method]) => ({ at: `/${page}`, operation, method })),
  );
  expect(wanted.length).toBeGreaterThan(5);
  const missing: object[] = [];
  for (const one of wanted) {
    const read = async () => (await site.get(one.at)).text;
    await expect
      .poll(read, { timeout: 240_000, interval: 50 })
      .toContain(SHOWN)
      .catch(() => missing.push(one));
  }
  expect(missing).toEqual([]);
  if (!CHROMIUM) return;
  const browser = await openBrowser();
  try {
    for (const theme of ['light', 'dark'] as const) {
      const { page, errors } = await openPage(browser, site.url + wanted[0]!.at, { theme });
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(errors).toEqual([]);
      const folder = process.env.PICTURES;
      if (folder) await page.screenshot({ path: `${folder}/api-${theme}.png`, fullPage: true });
    }
  } finally {
    await browser.close();
  }
});
