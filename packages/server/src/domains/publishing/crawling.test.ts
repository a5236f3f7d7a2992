import { afterAll, expect, test } from 'vitest';
import {
  filesOfRepository,
  repositories,
  repositoriesToTest,
} from '../../../../document/src/markdown/corpora.testing.ts';
import { isDeep } from '../../../../document/src/testing/deep.ts';
import { createRepositories } from '../../testing/git-repositories.ts';
import { importRepository } from '../../testing/repositories.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { publishSpaces } from '../../testing/showcase.ts';
import { requestFromHost, type SiteResponse } from '../../testing/sites.ts';

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

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const plain = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (one) => ENTITIES[one]!);

const BODY = /<div class="prose" dir="auto">([\s\S]*?)<footer class="page-foot">/;

/** The links of a page. */
interface Crawled {
  readonly status: number;
  readonly heading: string;
  readonly ids: ReadonlySet<string>;
  /** Links in the body, and those in the layout. */
  readonly said: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
  readonly files: readonly string[];
}

const attributesIn = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<(?!link)[a-z][a-z0-9]*(?: [^>]*)? ${name}="([^"]*)"`, 'g'))].map(
    ([, value]) => plain(value!),
  );

const readPage = ({ status, text }: SiteResponse): Crawled => {
  const body = BODY.exec(text)?.[1] ?? '';
  return {
    status,
    heading: plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(text)?.[1] ?? ''),
    ids: new Set(attributesIn(text, 'id').map(bare)),
    said: new Set(attributesIn(body, 'href')),
    // Markdown versions and PDFs are checked by other tests.
    around: new Set(
      attributesIn(text.replace(body, ''), 'href').filter(
        (href) => !/\.md$|\/~gitbook\/pdf(\?|$)/.test(href),
      ),
    ),
    files: attributesIn(body, 'src'),
  };
};

// Algorithms for ids of headings differ, but all keep the letters.
const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether a text has a heading or an anchor with this id. */
const hasAnchor = (markdown: string, anchor: string): boolean => {
  const headings = [...markdown.matchAll(/^#{1,6}\s+(.*)$/gm)].map(([, text]) =>
    bare(text!.replaceAll(/<[^>]*>|\]\([^)]*\)|&#x\w+;/g, '')),
  );
  return headings.includes(bare(anchor)) || markdown.includes(`id="${anchor}"`);
};

test.for(repositoriesToTest)(
  'all pages of %s are served, and every link has the target of the source',
  async (name, { skip }) => {
    if (repositories.length === 0) skip('there are no corpora beside this repository');
    const { space, pages } = await importRepository(
      server,
      org,
      await gits.repository(),
      filesOfRepository(name),
    );
    const site = await publishSpaces(org, [space]);
    const { host, pathname: base } = new URL(site.url);
    const hrefs = new Map(pages.map(({ file, path }) => [file, path === '' ? base : `${base}/${path}`]));
    const asked = new Map<string, Promise<Crawled>>();
    const crawl = async (path: string): Promise<Crawled> => {
      const answer = await requestFromHost(server, host, path);
      return answer.status === 307 ? at(String(answer.headers.location)) : readPage(answer);
    };
    const at = (path: string): Promise<Crawled> => {
      const known = asked.get(path) ?? crawl(path);
      asked.set(path, known);
      return known;
    };
    const sources = new Map(pages.map((page) => [hrefs.get(page.file)!, page]));
    const problems: string[] = [];
    const files = new Set<string>();

    const follow = async (own: string, href: string): Promise<string | undefined> => {
      if (/^[a-z][\w+.-]*:|^\/\//i.test(href)) return undefined;
      const [path = '', fragment] = href.split('#');
      if (path !== '' && !path.startsWith('/')) return 'is relative';
      const to = path || own;
      if (to !== base && !to.startsWith(`${base}/`)) return undefined;
      const { status, ids } = await at(to);
      // The MCP server accepts POST requests only.
      if (to === `${base}/~gitbook/mcp`) return status === 405 ? undefined : `answers ${status}`;
      if (status !== 200) return `answers ${status}`;
      if (!fragment || ids.has(bare(decodeURIComponent(fragment)))) return undefined;
      const source = sources.get(to);
      return source && !hasAnchor(source.markdown, decodeURIComponent(fragment))
        ? undefined
        : 'has no such place';
    };

    for (const page of pages) {
      const own = hrefs.get(page.file)!;
      const { status, heading, said, around, files: shown } = await at(own);
      if (status !== 200 || heading !== page.title)
        problems.push(`${page.file}: ${status}, "${heading}" is not "${page.title}"`);
      for (const src of shown) if (src.startsWith(server.url)) files.add(src);
      // In both directions: no working link is lost, and no broken link is added.
      const paths = new Set([...said].map((href) => href.split('#')[0] || own));
      for (const file of page.links)
        if (!paths.has(hrefs.get(file)!)) problems.push(`${page.file}: the link to ${file} is gone`);
      const given = new Set([...said].filter((href) => href.startsWith(server.url)));
      if (given.size < page.files.size)
        problems.push(`${page.file}: of ${page.files.size} files that it links to, ${given.size} are left`);
      for (const href of given) files.add(href);
      for (const href of [...said, ...around]) {
        const problem = await follow(own, href);
        if (problem) problems.push(`${page.file}: ${href} ${problem}`);
      }
    }
    for (const src of files) {
      const answer = await fetch(src);
      // The response is read to its end, because the server waits for open requests.
      await answer.arrayBuffer();
      const { status } = answer;
      if (status !== 200) problems.push(`${src} answers ${status}`);
    }
    expect(problems).toEqual([]);
    // The first pages of a repository may not link to each other.
    if (isDeep) expect(pages.some(({ links }) => links.size > 0)).toBe(true);
  },
);
