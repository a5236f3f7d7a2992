import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { type SearchedPage, searchQueries } from '../../testing/search-queries.ts';
import type { TestOrganization } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

let org: TestOrganization;
withOrganization((fresh) => {
  org = fresh.org;
});

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const PAGES_AT_ONCE = 50;

/** The documentation of Lectern, with its changelog, which mentions everything. */
const documentation = (): SearchedPage[] =>
  [
    'CHANGELOG.md',
    ...(readdirSync(path.join(ROOT, 'docs'), { recursive: true }) as string[]).map((name) => `docs/${name}`),
  ]
    .filter((name) => name.endsWith('.md') && !name.endsWith('SUMMARY.md'))
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(ROOT, name), 'utf8');
      const title = /^# (.*)$/m.exec(text)![1]!;
      return { title, markdown: text.replace(/^[\s\S]*?# .*\n/, '') };
    });

test('a page is the first result for its title, its headings and its misspelt title', async () => {
  const pages = documentation();
  const space = await createLiveSpace(org, {});
  for (let from = 0; from < pages.length; from += PAGES_AT_ONCE) {
    const changes = pages
      .slice(from, from + PAGES_AT_ONCE)
      .map(({ title, markdown }) => ({ operation: 'insert_page', title, document: { markdown } }));
    expect((await org.edit.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
  }
  const written = (await org.read.call('GET', `/spaces/${space}/content/pages`)).body.pages;
  const tallies = new Map<string, { asked: number; first: number }>();
  for (const { kind, text, page, owners } of searchQueries(pages)) {
    // Several pages with this title or heading are all right.
    if (owners > 1) continue;
    const { body } = await org.read.call(
      'GET',
      `/spaces/${space}/search?query=${encodeURIComponent(text)}&limit=1`,
    );
    const tally = tallies.get(kind) ?? { asked: 0, first: 0 };
    tallies.set(kind, {
      asked: tally.asked + 1,
      first: tally.first + Number(body.items[0]?.id === written[page].id),
    });
  }
  const share = (kind: string) => (tallies.get(kind)!.first * 100) / tallies.get(kind)!.asked;
  expect(share('title')).toBeGreaterThanOrEqual(95);
  expect(share('heading')).toBeGreaterThanOrEqual(80);
  expect(share('misspelt title')).toBeGreaterThanOrEqual(85);
});
