import { mediaTypeOf } from '../../../kernel/blobs/media-type.ts';
import type { ReadablePage } from '../../../kernel/conversion/conversion.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Remark } from '../imports.store.ts';
import { GIVEN_UP, markdownOf } from '../sources/documents.service.ts';
import {
  ASSETS,
  addressBetween,
  type Course,
  createPaths,
  type Gathered,
  type GatheredFile,
  ImportError,
  nothingToImport,
  pageText,
} from '../sources/import-files.ts';
import { createVisit, type Visit } from './crawler-client.ts';
import {
  commonFolder,
  isFolder,
  isPageBelow,
  nameOfPage,
  pageAddress,
  pathOfAddress,
  pictureName,
  type Sitemap,
} from './page-urls.ts';

type Dependencies = Pick<Kernel, 'egress' | 'conversion' | 'limits'>;

const MB = 1024 * 1024;
const PICTURE_BYTES = 10 * MB;
const ALL_PICTURES_BYTES = 200 * MB;
const MOST_SITEMAPS = 50;
const LONGEST_MS = 30 * 60 * 1000;

/** A page that was read. */
interface Found {
  readonly url: URL;
  readonly page: ReadablePage;
}

/** Websites: a page, a folder with all that is below it, or what a sitemap lists. */
export const createWebsitesService = (deps: Dependencies) => {
  const { conversion, limits } = deps;

  /** Reads pages until there are no more, or enough; they may lead to others below the first. */
  const readPages = async (
    visit: Visit,
    address: URL,
    course: Course,
    report: Remark[],
  ): Promise<Found[]> => {
    const begun = performance.now();
    const first = await visit.look(address);
    if ('problem' in first) throw new ImportError(`${address.href}: ${first.problem}`);
    const base = first.url;
    const follows = 'page' in first && isFolder(base);
    const [known, found] = [new Set([nameOfPage(base)]), new Map<string, Found>()];
    const [pages, sitemaps]: [URL[], string[]] = [[], []];
    const expect = (address: string): void => {
      const url = pageAddress(address);
      const isMeant = url && (follows ? isPageBelow(url, base) : url.origin === base.origin);
      if (!isMeant || known.has(nameOfPage(url))) return;
      known.add(nameOfPage(url));
      pages.push(url);
    };
    const take = (url: URL, page: ReadablePage) => {
      // Pages say where they are, if they are in more than one place.
      const own = (page.canonical && pageAddress(page.canonical)) || url;
      const at = own.origin === base.origin ? own : url;
      if (!found.has(at.href)) found.set(at.href, { url: at, page });
      known.add(nameOfPage(at));
      if (follows) for (const link of page.links) expect(link);
    };
    const expectListed = (address: string): void => {
      if (pageAddress(address)?.origin === base.origin) expect(address);
      else report.push({ path: address, message: 'stands in the sitemap, but is not of this website' });
    };
    if ('sitemap' in first) readSitemap(first.sitemap, sitemaps, expectListed);
    else take(base, first.page);
    if (follows) sitemaps.push(...(await visit.sitemapsOf(base.origin)));
    for (let read = 0; sitemaps.length > 0 && read < MOST_SITEMAPS; read++) {
      const next = pageAddress(sitemaps.shift()!);
      const seen = next && (await visit.look(next));
      if (seen && 'sitemap' in seen) readSitemap(seen.sitemap, sitemaps, expectListed);
    }
    while (pages.length > 0 && found.size < limits.websitePages && performance.now() - begun < LONGEST_MS) {
      const url = pages.shift()!;
      const seen = await visit.look(url);
      if ('problem' in seen) report.push({ path: url.href, message: seen.problem });
      else if ('page' in seen && seen.url.origin === base.origin) take(seen.url, seen.page);
      const total = Math.min(limits.websitePages, found.size + pages.length);
      course.progress({ stage: 'fetch', done: found.size, total });
    }
    if (pages.length > 0) {
      const why =
        found.size < limits.websitePages ? 'the time for one import was over' : 'one import takes no more';
      report.push({ path: base.href, message: `Only ${found.size} pages were read: ${why}.` });
    }
    return [...found.values()].filter(({ page }) => page.html.trim() !== '');
  };

  /** Brings the pictures of pages along: the file of each, by its address; those that do not come stay where they are. */
  const fetchPictures = async (visit: Visit, found: readonly Found[], report: Remark[]) => {
    const newPath = createPaths();
    const files = new Map<string, GatheredFile>();
    let bytes = 0;
    for (const address of new Set(found.flatMap(({ page }) => page.pictures))) {
      const url = pageAddress(address);
      if (!url || bytes > ALL_PICTURES_BYTES) continue;
      const picture = await visit.fetch(url, 'image/*', PICTURE_BYTES);
      if (typeof picture === 'string') report.push({ path: address, message: picture });
      else if (!mediaTypeOf(picture, picture.length).startsWith('image/'))
        report.push({ path: address, message: 'This is no picture.' });
      else {
        bytes += picture.length;
        files.set(address, {
          path: newPath(`${ASSETS}/${pictureName(url)}`),
          bytes: picture,
          sourceURL: address,
        });
      }
    }
    return files;
  };

  return {
    /** Reads a website as a repository, and says what was not understood. */
    gather: async (address: string, course: Course): Promise<Gathered> => {
      const url = pageAddress(address);
      if (!url) throw new ImportError('This is not the address of a website.');
      const report: Remark[] = [];
      const visit = createVisit(deps, course.signal);
      const found = await readPages(visit, url, course, report);
      if (found.length === 0)
        throw new ImportError(`There is nothing to import: no page at ${url.href} says anything.`, report);
      const pictures = await fetchPictures(visit, found, report);
      const folder = commonFolder(found.map((one) => one.url));
      const newPath = createPaths();
      const placed = found.map((one) => ({ ...one, path: newPath(pathOfAddress(one.url, folder)) }));
      const places = new Map<string, string>([
        ...placed.map((one): [string, string] => [nameOfPage(one.url), one.path]),
        ...placed.map((one): [string, string] => [one.url.href, one.path]),
        ...[...pictures].map(([at, file]): [string, string] => [at, file.path]),
      ]);
      const files: GatheredFile[] = [...pictures.values()];
      const givenUp: Remark[] = [];
      for (const { url: at, page, path } of placed) {
        course.signal.throwIfAborted();
        for (const message of page.lost) report.push({ path: at.href, message });
        const addresses = Object.fromEntries(
          [...page.links, ...page.pictures].flatMap((link) => {
            const to = places.get(link) ?? places.get(nameOfPage(new URL(link)));
            return to === undefined ? [] : [[link, addressBetween(path, to)]];
          }),
        );
        const markdown = await markdownOf(conversion, page, addresses);
        if (markdown === undefined) givenUp.push({ path: at.href, message: GIVEN_UP });
        else {
          const text = pageText(page, at.hostname, markdown);
          files.push({ path, bytes: Buffer.from(text), sourceURL: at.href });
        }
        course.progress({ stage: 'convert', done: files.length - pictures.size, total: placed.length });
      }
      const remarks = [...givenUp, ...report];
      if (files.length === pictures.size) throw nothingToImport(`at ${url.href} could be read`, remarks);
      return { files, report: remarks };
    },
  };
};

const readSitemap = (
  { isIndex, addresses }: Sitemap,
  sitemaps: string[],
  page: (address: string) => void,
): void => {
  for (const address of addresses)
    if (isIndex) sitemaps.push(address);
    else page(address);
};

/** Websites. */
export type WebsitesService = ReturnType<typeof createWebsitesService>;
