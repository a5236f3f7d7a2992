import { renderNotFound, renderSearchPage } from '@lectern/site';
import type { FindingService } from '../finding/finding.service.ts';
import type { ForwardingService } from '../forwarding/forwarding.service.ts';
import { hrefTo, ownPath, type Visit } from '../frames/frames.policy.ts';
import { type FramesService, RESERVED } from '../frames/frames.service.ts';
import type { LooksService } from '../looks/looks.service.ts';
import type { MachineFile, MachineService } from '../machine/machine.service.ts';
import { firstIn, type PageIndex, type ShownPage } from '../pages/pages.policy.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { AskedPath } from '../paths/paths.policy.ts';
import { placeOf, type Variant } from '../structure/structure.policy.ts';

/** What a path of a site leads to. */
export type Outcome =
  | { readonly kind: 'page' | 'missing' | 'search'; readonly contentType: string; readonly content: string }
  /** What never changes under its name. */
  | { readonly kind: 'asset'; readonly contentType: string; readonly content: string }
  | { readonly kind: 'redirect'; readonly to: string };

interface Dependencies {
  readonly frames: FramesService;
  readonly pages: PagesService;
  readonly machine: MachineService;
  readonly finding: FindingService;
  readonly looks: LooksService;
  readonly forwarding: ForwardingService;
}

const HTML = 'text/html; charset=utf-8';
const LONGEST_QUERY = 512;

const file = (found: MachineFile | undefined): Outcome | undefined => found && { kind: 'page', ...found };
const redirect = (to: string): Outcome => ({ kind: 'redirect', to });

/** From a path of a site to what stands there. */
export const createRoutesService = (deps: Dependencies) => {
  const { frames, pages, machine, finding, looks, forwarding } = deps;

  const assetNamed = async (visit: Visit, name: string): Promise<Outcome | undefined> => {
    const { variants } = visit.structure;
    for (const variant of variants) {
      const { theme, script, customization } = looks.assetsFor(await looks.of(visit, variant));
      const found = [theme, script, customization].find((asset) => asset.name === name);
      if (found) return { kind: 'asset', contentType: found.contentType, content: found.content };
    }
    return undefined;
  };

  const searched = async (
    visit: Visit,
    home: Variant,
    name: string,
    text: string,
  ): Promise<Outcome | undefined> => {
    const query = text.slice(0, LONGEST_QUERY);
    if (name === 'search.json')
      return {
        kind: 'search',
        contentType: 'application/json; charset=utf-8',
        content: JSON.stringify({ items: await finding.everywhere(visit, query) }),
      };
    if (name !== 'search') return undefined;
    const [frame, found] = await Promise.all([
      frames.frameOf(visit, home, undefined),
      finding.everywhere(visit, query),
    ]);
    return { kind: 'search', contentType: HTML, content: renderSearchPage(frame, query, found) };
  };

  /** What of the site itself, not of a page, has this path. */
  const ownOutcome = async (
    visit: Visit,
    home: Variant,
    rest: readonly string[],
    query: URLSearchParams,
  ): Promise<Outcome | undefined> => {
    const [first, second, third] = rest;
    if (first === RESERVED) {
      if (second === 'assets' && third !== undefined && rest.length === 3) return assetNamed(visit, third);
      return rest.length === 2 ? searched(visit, home, second!, query.get('q') ?? '') : undefined;
    }
    switch (rest.join('/')) {
      case 'robots.txt':
        return file(machine.robots(visit));
      case 'sitemap.xml':
        return file(machine.sitemap(visit));
      case 'llms.txt':
      case 'sitemap.md':
      case '.well-known/sitemap.md':
        return file(await machine.llms(visit));
      case 'llms-full.txt':
        return file(await machine.llmsFull(visit, 0));
    }
    if (first === 'llms-full.txt' && rest.length === 2 && /^[1-9]\d{0,5}$/.test(second!))
      return file(await machine.llmsFull(visit, Number(second)));
    return undefined;
  };

  const pageAt = (index: PageIndex, rest: readonly string[]): ShownPage | undefined =>
    rest.length === 0 ? index.first : index.byPath.get(rest.join('/'));

  /** A page in another form: as Markdown, or its updates as a feed. */
  const otherForm = async (
    visit: Visit,
    variant: Variant,
    rest: readonly string[],
  ): Promise<Outcome | undefined> => {
    const last = rest.at(-1);
    const before = rest.slice(0, -1);
    if (last === 'sitemap-pages.xml' && before.length === 0)
      return file(await machine.sitemapPages(visit, variant));
    const index = await frames.pagesOf(visit, variant);
    if (last === 'rss.xml') {
      const page = pageAt(index, before);
      return page?.record.type === 'document' ? file(await machine.rss(visit, variant, page)) : undefined;
    }
    if (!last?.endsWith('.md')) return undefined;
    const page = pageAt(index, [...before, last.slice(0, -'.md'.length)]);
    return page && file(await machine.markdown(visit, variant, page));
  };

  const missing = async (visit: Visit, variant: Variant, rest: readonly string[]): Promise<Outcome> => {
    const [frame, near] = await Promise.all([
      frames.frameOf(visit, variant, undefined),
      finding.near(visit, variant, rest),
    ]);
    return { kind: 'missing', contentType: HTML, content: renderNotFound(frame, near) };
  };

  return {
    /** What a visitor finds; undefined where the site shows nothing at all. */
    outcome: async (
      visit: Visit,
      given: readonly string[],
      asked: AskedPath,
      wantsMarkdown: boolean,
    ): Promise<Outcome | undefined> => {
      const { home } = visit.structure;
      if (!home) return undefined;
      const suffix = asked.query.size > 0 ? `?${asked.query}` : '';
      const own = await ownOutcome(visit, home, given, asked.query);
      if (own) return own;
      const rest = given.map((segment) => segment.toLowerCase());
      const place = placeOf(visit.structure, rest)!;
      const { variant } = place;
      const isRoot = place.rest.length === 0;
      const plain = ownPath(visit, ...rest);
      const isWrittenSo = rest.every((segment, at) => segment === given[at]);
      if (!asked.isPlain || !isWrittenSo || (asked.endsInSlash && !isRoot)) return redirect(plain + suffix);
      const other = await otherForm(visit, variant, place.rest);
      if (other) return other;
      const index = await frames.pagesOf(visit, variant);
      const page = pageAt(index, place.rest);
      if (page) {
        const first = firstIn(page);
        if (first && (first !== page || (page === index.first && !isRoot)))
          return redirect(hrefTo(visit, variant, index, first) + suffix);
        if (first && wantsMarkdown) return file(await machine.markdown(visit, variant, first));
        if (first)
          return { kind: 'page', contentType: HTML, content: await pages.html(visit, variant, first) };
      }
      const to = isRoot ? undefined : await forwarding.from(visit, place, rest, asked.query);
      return to === undefined ? missing(visit, variant, place.rest) : redirect(to);
    },
  };
};

/** Routes of sites. */
export type RoutesService = ReturnType<typeof createRoutesService>;
