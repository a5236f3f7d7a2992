import { readRepository, sourceFileOf } from '@lectern/document';
import { type SearchedPage, searchQueries } from '../packages/server/src/testing/search-queries.ts';
import { readCorpora } from './import-repositories.ts';
import type { BenchOrganization } from './organization.ts';
import { writeSpace } from './search-space.ts';

type Repository = ReturnType<typeof readRepository>['repository'];

const pagesOf = ({ pages, texts }: Repository): SearchedPage[] => {
  const found: SearchedPage[] = [];
  const walk = (some: Repository['pages']): void => {
    for (const page of some) {
      if (page.type === 'document' && page.path !== undefined) {
        const text = (texts.get(page.path) ?? '').replace(/^---\n[\s\S]*?\n---\n/, '');
        found.push({ title: page.title, markdown: text.replace(/^\s*# .*\n/, '') });
      }
      if ('children' in page) walk(page.children);
    }
  };
  walk(pages);
  return found;
};

/** How often a page was the first result of its queries. */
interface Tally {
  asked: number;
  first: number;
  /** Of pages that are the only ones with the title or heading. */
  asked1: number;
  first1: number;
}

/** How often the page itself is the first result for its title, its headings and its misspelt title. */
export const measureSearchQuality = async (organization: BenchOrganization): Promise<string> => {
  const { url, token } = organization;
  const get = async (path: string) =>
    (await (await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as {
      pages: { id: string }[];
      items: { id: string }[];
    };
  const tallies = new Map<string, Tally>();
  for (const [name, files] of await readCorpora()) {
    const sources = Object.entries(files).map(([path, bytes]) => sourceFileOf(path, bytes));
    const pages = pagesOf(readRepository(sources).repository);
    const space = await writeSpace(organization, name, pages);
    const written = (await get(`/spaces/${space}/content/pages`)).pages;
    for (const { kind, text, page, owners } of searchQueries(pages)) {
      const query = encodeURIComponent(text.slice(0, 500));
      const { items } = await get(`/spaces/${space}/search?query=${query}&limit=5`);
      const isFirst = Number(items[0]?.id === written[page]!.id);
      const tally = tallies.get(kind) ?? { asked: 0, first: 0, asked1: 0, first1: 0 };
      tallies.set(kind, tally);
      tally.asked++;
      tally.first += isFirst;
      if (owners > 1) continue;
      tally.asked1++;
      tally.first1 += isFirst;
    }
  }
  const share = (part: number, all: number) => `${((part * 100) / all).toFixed(1)} of 100`.padStart(14);
  const lines = [...tallies].map(
    ([kind, { asked, first, asked1, first1 }]) =>
      `${kind.padEnd(16)}${share(first, asked)} of ${asked};${share(first1, asked1)} of the ${asked1} that name one page`,
  );
  return ['The page itself is the first result:', ...lines].join('\n');
};
