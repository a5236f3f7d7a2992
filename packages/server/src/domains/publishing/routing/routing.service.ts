import { renderNotFound, renderSearchPage } from '@lectern/site';
import type { ForwardingService } from '../redirects/redirect-lookup.service.ts';
import type { FramesService } from '../rendering/layout.service.ts';
import { hrefTo, markdownTo, OWN, ownPath, RESERVED, type Visit } from '../rendering/layout.ts';
import type { MachineFile, MachineService } from '../rendering/machine-files.service.ts';
import type { PagesService } from '../rendering/page-html.service.ts';
import type { LooksService } from '../rendering/theme.service.ts';
import { type FindingService, MOST_RESULTS } from '../search/site-search.service.ts';
import { firstIn, type PageIndex, type ShownPage } from '../site/page-index.ts';
import { type AskedPath, readPath } from '../site/paths.ts';
import { type Place, placeOf, type Variant } from '../site/structure.ts';
import { DRAFTS, type DraftsService } from './previews.service.ts';

/** What a path of a site leads to. */
export type Outcome =
  | {
      /** `fresh` is made anew for everybody who asks; `asset` never changes under its name. */
      readonly kind: 'page' | 'missing' | 'fresh' | 'asset';
      readonly contentType: string;
      readonly content: string | Buffer;
      /** Not for search engines, whatever the site is. */
      readonly isUnindexed?: true;
      /** When it is to be made anew although the site is the same: it shows something of others. */
      readonly until?: number;
      /** What it shows in frames that pages of the site do not otherwise. */
      readonly frames?: readonly string[];
    }
  | { readonly kind: 'redirect'; readonly to: string };

interface Dependencies {
  readonly frames: FramesService;
  readonly pages: PagesService;
  readonly machine: MachineService;
  readonly finding: FindingService;
  readonly looks: LooksService;
  readonly forwarding: ForwardingService;
  readonly drafts: DraftsService;
}

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const MARKDOWN = '.md';
const LONGEST_QUERY = 512;

const withoutMarkdown = (name: string) => (name.endsWith(MARKDOWN) ? name.slice(0, -MARKDOWN.length) : name);

const file = (found: MachineFile | undefined): Outcome | undefined => found && { kind: 'page', ...found };
const redirect = (to: string): Outcome => ({ kind: 'redirect', to });

/** From a path of a site to what stands there. */
export const createRoutesService = (deps: Dependencies) => {
  const { frames, pages, machine, finding, looks, forwarding, drafts } = deps;

  const assetNamed = async (visit: Visit, name: string): Promise<Outcome | undefined> => {
    const { variants } = visit.structure;
    for (const variant of variants) {
      const { theme, script, blocks, customization, fonts } = looks.assetsFor(await looks.of(visit, variant));
      const found = [theme, script, blocks.theme, blocks.script, customization, ...fonts].find(
        (asset) => asset.name === name,
      );
      if (found) return { kind: 'asset', contentType: found.contentType, content: found.content };
    }
    return undefined;
  };

  const searched = async (
    visit: Visit,
    from: Variant,
    name: string,
    text: string,
  ): Promise<Outcome | undefined> => {
    const query = text.slice(0, LONGEST_QUERY);
    if (name === 'search.json')
      return {
        kind: 'fresh',
        contentType: JSON_TYPE,
        content: JSON.stringify({ items: await finding.from(visit, from, query) }),
      };
    if (name !== 'search') return undefined;
    const [frame, found] = await Promise.all([
      frames.frameOf(visit, from, undefined),
      finding.from(visit, from, query),
    ]);
    return {
      kind: 'fresh',
      contentType: HTML,
      content: renderSearchPage(frame, query, found, found.length === MOST_RESULTS),
    };
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
      const from = visit.structure.variants.find(({ id }) => id === third) ?? home;
      return rest.length <= 3 ? searched(visit, from, second ?? '', query.get('q') ?? '') : undefined;
    }
    switch (rest.join('/')) {
      case `${OWN}/visitor`:
        return { kind: 'fresh', contentType: JSON_TYPE, content: JSON.stringify(visit.claims) };
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
    if (!last?.endsWith(MARKDOWN)) return undefined;
    const page = pageAt(index, [...before, withoutMarkdown(last)]);
    return page && file(await machine.markdown(visit, variant, page));
  };

  /** Where a path leads on to that nothing has: as Markdown, to Markdown. */
  const onwards = async (
    visit: Visit,
    place: Place,
    segments: readonly string[],
    query: URLSearchParams,
  ): Promise<string | undefined> => {
    if (!place.rest.at(-1)?.endsWith(MARKDOWN)) return forwarding.from(visit, place, segments, query);
    const plain = segments.with(-1, withoutMarkdown(segments.at(-1)!));
    const to = await forwarding.from(visit, placeOf(visit.structure, plain)!, plain, query);
    const there = to && placeOf(visit.structure, readPath(to)!.segments.slice(visit.base.length));
    if (!there) return to;
    const page = pageAt(await frames.pagesOf(visit, there.variant), there.rest);
    return page ? markdownTo(visit, there.variant, page) : to;
  };

  /** What is answered where there is no page: what may have been meant. */
  const missing = async (
    visit: Visit,
    variant: Variant,
    rest: readonly string[],
    wantsMarkdown: boolean,
  ): Promise<Outcome> => {
    const last = rest.at(-1) ?? '';
    const isMarkdown = wantsMarkdown || last.endsWith(MARKDOWN);
    const near = await finding.near(visit, variant, [...rest.slice(0, -1), withoutMarkdown(last)]);
    // Agents take an error for the end; they are told where to go on instead.
    if (isMarkdown) return { kind: 'fresh', ...machine.missing(visit, near), isUnindexed: true };
    const frame = await frames.frameOf(visit, variant, undefined);
    return { kind: 'missing', contentType: HTML, content: renderNotFound(frame, near) };
  };

  return {
    /** What a visitor finds; undefined where the site shows nothing at all. */
    outcome: async (
      come: Visit,
      given: readonly string[],
      asked: AskedPath,
      wantsMarkdown: boolean,
    ): Promise<Outcome | undefined> => {
      const { home } = come.structure;
      if (!home) return undefined;
      const suffix = asked.query.size > 0 ? `?${asked.query}` : '';
      const own = await ownOutcome(come, home, given, asked.query);
      if (own) return own;
      const draft = await drafts.in(come, given);
      const visit = draft?.visit ?? come;
      const rest = draft?.rest ?? given.map((segment) => segment.toLowerCase());
      const place = draft?.place ?? placeOf(visit.structure, rest)!;
      const { variant } = place;
      const isRoot = place.rest.length === 0;
      // Ids in addresses of drafts are as they are.
      const isWrittenSo = given.includes(DRAFTS) || rest.every((segment, at) => segment === given[at]);
      if (!asked.isPlain || !isWrittenSo || (asked.endsInSlash && !isRoot))
        return redirect(ownPath(visit, ...rest) + suffix);
      const other = await otherForm(visit, variant, place.rest);
      if (other) return other;
      const index = await frames.pagesOf(visit, variant);
      const page = pageAt(index, place.rest);
      if (page) {
        const first = firstIn(page);
        if (first && (first !== page || (page === index.first && !isRoot)))
          return redirect(hrefTo(visit, variant, index, first) + suffix);
        if (first && wantsMarkdown) return file(await machine.markdown(visit, variant, first));
        if (first) {
          const isThanked = asked.query.get('feedback') === 'thanks';
          return {
            kind: 'page',
            contentType: HTML,
            ...(await pages.html(visit, variant, first, isThanked)),
          };
        }
      }
      const to = isRoot ? undefined : await onwards(visit, place, rest, asked.query);
      return to === undefined ? missing(visit, variant, place.rest, wantsMarkdown) : redirect(to);
    },
  };
};

/** Routes of sites. */
export type RoutesService = ReturnType<typeof createRoutesService>;
