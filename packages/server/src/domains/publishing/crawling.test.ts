import { expect, test } from 'vitest';
// The same pages that Markdown is read and written with.
import { corpora } from '../../../../document/src/markdown/corpora.testing.ts';
import { liveSpace } from '../../testing/contents.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { askHost, publishSite } from '../../testing/sites.ts';

const MOST_PAGES = 40;
const LONGEST = 20_000;

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(
    ([, href]) => href!.replaceAll('&amp;', '&').split('#')[0]!,
  );

test('every page of public documentation is served, and every link that the site makes leads somewhere', async ({
  skip,
}) => {
  const pages = corpora()
    .filter(({ source }) => source.length < LONGEST)
    .slice(0, MOST_PAGES);
  if (pages.length === 0) skip('there are no corpora beside this repository');
  const space = await liveSpace(org);
  for (const [at, { source }] of pages.entries()) {
    const title = /^#\s+(.+)$/m.exec(source)?.[1]?.slice(0, 100) || `Page ${at}`;
    const { status, body } = await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title, document: { markdown: source } }],
    });
    expect([status, body.error]).toEqual([200, undefined]);
  }
  const site = await publishSite(server, org, [{ space }]);
  const seen = new Map<string, number>();
  const own = new Set<string>();
  const waiting = [site.base];
  while (waiting.length > 0) {
    const path = waiting.pop()!;
    if (seen.has(path)) continue;
    const { status, headers, text } = await askHost(server, site.host, path);
    seen.set(path, status);
    if (status === 307) waiting.push(String(headers.location));
    if (!String(headers['content-type']).startsWith('text/html')) continue;
    // What stands in the text of pages may be broken in the source; the navigation may not.
    const navigation = text.replace(/<div class="prose">[\s\S]*?<\/article>/, '');
    for (const href of linksIn(navigation).filter((each) => each.startsWith(site.base))) {
      own.add(href);
      waiting.push(href);
    }
  }
  expect([...own].filter((path) => (seen.get(path) ?? 0) >= 400)).toEqual([]);
  const served = [...seen].filter(([path, status]) => status === 200 && !/\.md$|~lectern/.test(path));
  expect(served.length).toBe(pages.length);
}, 180_000);
