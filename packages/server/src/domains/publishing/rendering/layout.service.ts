import { type Customization, type Navigation, prepareNavigation, type SiteFrame } from '@lectern/site';
import { LRUCache } from 'lru-cache';
import type { ContentService, Snapshot } from '../../content/index.ts';
import { indexOf, type PageIndex, type ShownPage } from '../site/page-index.ts';
import type { Variant } from '../site/structure.ts';
import type { ScriptsService } from './integration-scripts.service.ts';
import {
  choicesOf,
  hrefsFrom,
  navigationOf,
  OWN,
  ownPath,
  RESERVED,
  refsInCustomization,
  sectionsOf,
  shownTo,
  spacesIn,
  type Visit,
} from './layout.ts';
import type { LooksService } from './theme.service.ts';

const KEPT_INDEXES = 200;
const KEPT_NAVIGATION = 64 * 1024 * 1024;

interface Dependencies {
  readonly content: Pick<ContentService, 'snapshot' | 'tree' | 'variables'>;
  readonly looks: LooksService;
  readonly scripts: ScriptsService;
}

/** What stands around every page of a site. */
export const createFramesService = ({ content, looks, scripts }: Dependencies) => {
  const indexes = new LRUCache<string, Promise<PageIndex>>({ max: KEPT_INDEXES });

  const snapshotOf = ({ site }: Visit, { space, root }: Variant): Snapshot =>
    content.snapshot({ organization_id: site.organization, id: space }, root);

  const makeIndex = async (visit: Visit, variant: Variant): Promise<PageIndex> => {
    const snapshot = snapshotOf(visit, variant);
    const [tree, variables] = await Promise.all([content.tree(snapshot), content.variables(snapshot)]);
    return indexOf(tree, visit.claims, variables);
  };

  /** The pages of a variant, as this visitor meets them. */
  const pagesOf = (visit: Visit, variant: Variant): Promise<PageIndex> => {
    const forAll = `${visit.site.organization}/${variant.root}`;
    const own = `${forAll}/${JSON.stringify(visit.claims)}`;
    const known = indexes.get(forAll) ?? indexes.get(own);
    if (known) return known;
    const made = makeIndex(visit, variant);
    indexes.set(own, made);
    // Visitors may say a million things of themselves, and mostly no page asks for any of them.
    made.then(
      ({ isForAll }) => isForAll && indexes.set(forAll, made),
      () => indexes.delete(own),
    );
    return made;
  };

  /** The pages of the variants whose spaces are named, for who cannot wait for them later. */
  const pagesOfSpaces = async (visit: Visit, current: Variant, spaces: ReadonlySet<string>) => {
    const wanted = visit.structure.variants.filter(
      (variant) => variant === current || spaces.has(variant.space),
    );
    const found = new Map(
      await Promise.all(wanted.map(async (variant) => [variant, await pagesOf(visit, variant)] as const)),
    );
    return (variant: Variant) => found.get(variant);
  };

  const makeNavigation = async (
    visit: Visit,
    variant: Variant,
    customization: Customization,
  ): Promise<Navigation> => {
    const pages = await pagesOf(visit, variant);
    const targets = [...pages.byId.values()].map(({ record }) => record.target);
    const known = await pagesOfSpaces(visit, variant, spacesIn(targets));
    const items = navigationOf(visit, variant, pages, hrefsFrom(visit, variant, known));
    return prepareNavigation(items, customization);
  };

  const navigations = new LRUCache<string, Navigation, readonly [Visit, Variant, Customization]>({
    maxSize: KEPT_NAVIGATION,
    sizeCalculation: ({ size }) => size + 1024,
    // Whoever waits for it gets it, also when there is no more room to keep it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _before, { context }) => makeNavigation(...context),
  });

  /** The navigation of a variant: the same on all of its pages, while what it is made of is the same. */
  const navigationFor = async (
    visit: Visit,
    variant: Variant,
    customization: Customization,
  ): Promise<Navigation> => {
    const { isForAll, leadsAway } = await pagesOf(visit, variant);
    const { site, base, version } = visit;
    const place = [site.organization, variant.root, base, variant.prefix];
    const rest = isForAll && !leadsAway ? [] : [version, variant.id];
    const name = JSON.stringify([...place, customization.externalLinks.target, ...rest]);
    return navigations.forceFetch(name, { context: [visit, variant, customization] });
  };

  return {
    snapshotOf,
    pagesOf,
    pagesOfSpaces,

    /** The frame around a page, or around what is no page. */
    frameOf: async (visit: Visit, variant: Variant, page: ShownPage | undefined): Promise<SiteFrame> => {
      const chosen = await looks.of(visit, variant);
      const customization = shownTo(visit, chosen);
      const pages = await pagesOf(visit, variant);
      const navigation = await navigationFor(visit, variant, chosen);
      const known = await pagesOfSpaces(visit, variant, spacesIn(refsInCustomization(customization)));
      const hrefOf = hrefsFrom(visit, variant, known);
      const { theme, script, customization: custom, firstFont } = looks.assetsFor(chosen);
      const asset = (name: string) => ownPath(visit, RESERVED, 'assets', name);
      const more = await scripts.of(visit);
      const rest = page && page !== pages.first ? (page.path?.split('/') ?? []) : [];
      return {
        title: customization.title || visit.site.title,
        home: ownPath(visit),
        language: variant.language ?? 'en',
        locale: variant.language ?? customization.internationalization?.locale ?? 'en',
        customization,
        assets: {
          theme: asset(theme.name),
          customization: asset(custom.name),
          script: asset(script.name),
          ...(firstFont !== undefined && { font: asset(firstFont) }),
        },
        ...(more.length > 0 && { scripts: more.map(({ script: address }) => address) }),
        search: {
          page: ownPath(visit, RESERVED, 'search', variant.id),
          endpoint: ownPath(visit, RESERVED, 'search.json', variant.id),
        },
        ...(visit.member !== undefined && { preview: { leave: ownPath(visit, OWN, 'auth', 'logout') } }),
        ...(visit.structure.sections.length > 1 && { sections: sectionsOf(visit, variant) }),
        ...choicesOf(visit, variant, rest),
        navigation,
        hrefOf,
      };
    },
  };
};

/** What stands around pages. */
export type FramesService = ReturnType<typeof createFramesService>;
