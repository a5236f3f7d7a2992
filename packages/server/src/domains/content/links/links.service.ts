import {
  type ContentRef,
  DOCUMENT_VERSION,
  type FoundLink,
  keys,
  type PageNode,
  type PageRecord,
  readReusables,
  readTree,
  stableRefs,
} from '@lectern/document';
import { LRUCache } from 'lru-cache';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionSnapshot } from '../pages/content.service.ts';
import { type BodyLinksService, targetKeyOf } from './body-links.service.ts';
import { findAnchors, findBodiesWithLinks, findBodyLinks } from './links.store.ts';
import {
  type ReferencesService,
  type ReferringContent,
  type ReferringPlace,
  refsBesideBody,
} from './references.service.ts';

/** The page or reusable content that contains a link, with the block of the link. */
export type LinkPosition = ReferringContent & { readonly block?: string | undefined };

/** The position of a link, with its space. */
export type LinkSource = ReferringPlace & { readonly block?: string | undefined };

/** A link target with the positions of all links to it. */
export interface LinkUsage {
  /** Equal for all links to the same target. */
  readonly key: string;
  readonly ref: ContentRef;
  readonly relation: 'reference' | 'dependsOn';
  readonly sources: readonly LinkPosition[];
}

type Link = Pick<FoundLink, 'ref' | 'kind' | 'block'>;
type Dependencies = Pick<Kernel, 'db'> & {
  readonly bodyLinks: BodyLinksService;
  readonly references: ReferencesService;
};

// A page shows the content of these targets instead of a link to them.
const DEPENDENCIES: ReadonlySet<string> = new Set(['include', 'openapi']);

const CACHED_LOCATIONS = 200_000;

const EMPTY_LINK: Link = { ref: { kind: 'url', url: '' }, kind: 'link' };

/** The links of a page outside its body; a page of type link without a target counts as a broken link. */
const ownLinks = (page: PageRecord): Link[] => {
  const { links, images } = refsBesideBody(page);
  return [
    ...(page.type === 'link' && links.length === 0 ? [EMPTY_LINK] : []),
    ...links.map((ref) => ({ ref, kind: 'link' as const })),
    ...images.map((ref) => ({ ref, kind: 'image' as const })),
  ];
};

const flatten = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

// Makes a reference independent of its position: the space only if it is another one, the page always.
const normalize = (ref: ContentRef, source: LinkSource): ContentRef => {
  const { space, ...rest } = ref as ContentRef & { space?: string };
  const near = (ref.kind !== 'space' && space === source.space.id ? rest : ref) as ContentRef;
  return near.kind === 'anchor' && near.page === undefined && source.kind === 'page'
    ? { ...near, page: source.id }
    : near;
};

/** Lists the links of content, and its backlinks. */
export const createLinksService = ({ db, bodyLinks, references }: Dependencies) => {
  // Links of most bodies are stored when they are written; those of merged bodies on the first request.
  const ensureStored = async (organizationId: string, bodies: readonly string[]): Promise<void> => {
    const stored = await findBodiesWithLinks(db, organizationId, DOCUMENT_VERSION, bodies);
    const missing = bodies.filter((body) => !stored.has(body));
    for await (const links of bodyLinks.read(organizationId, missing))
      await bodyLinks.store(db, organizationId, links);
  };

  const sourcesIn = async ({ space, view }: RevisionSnapshot): Promise<LinkSource[]> => {
    const [tree, reusables] = await Promise.all([readTree(view), readReusables(view)]);
    return [
      ...flatten(tree).map((page) => ({ kind: 'page' as const, space, id: page.id, page })),
      ...[...reusables].map(([id, content]) => ({ kind: 'reusable-content' as const, space, id, content })),
    ];
  };

  const bodyOf = (source: LinkSource) =>
    source.kind === 'page' ? source.page.page.body : source.content.body;

  /** The links in some contents of one organization, optionally limited to links to one target. */
  const linksIn = async (
    organizationId: string,
    sources: readonly LinkSource[],
    to?: { readonly target: string; readonly space: string },
  ): Promise<(Link & { readonly source: LinkSource })[]> => {
    const bodies = [...new Set(sources.flatMap((source) => bodyOf(source) ?? []))];
    let found = new Map<string, string>();
    if (bodies.length > 0) {
      await ensureStored(organizationId, bodies);
      found = await findBodyLinks(db, organizationId, DOCUMENT_VERSION, bodies, to?.target);
    }
    const pointsToTarget = (ref: ContentRef, source: LinkSource) =>
      to === undefined ||
      (targetKeyOf(ref) === to.target && (('space' in ref && ref.space) || source.space.id) === to.space);
    return sources.flatMap((source) => {
      const text = found.get(bodyOf(source) ?? '');
      const links = [
        ...(source.kind === 'page' ? ownLinks(source.page.page) : []),
        ...(text === undefined ? [] : (JSON.parse(text) as Link[])),
      ];
      return links
        .map((link) => ({ ...link, ref: normalize(link.ref, source), source }))
        .filter(({ ref }) => pointsToTarget(ref, source));
    });
  };

  const usagesIn = async (from: RevisionSnapshot, sources: readonly LinkSource[]): Promise<LinkUsage[]> => {
    const usages = new Map<string, LinkUsage & { sources: LinkPosition[] }>();
    for (const { ref, kind, block, source } of await linksIn(from.space.organization_id, sources)) {
      const relation = DEPENDENCIES.has(kind) ? 'dependsOn' : 'reference';
      const key = `${relation} ${stableRefs.print(ref)}`;
      const usage = usages.get(key) ?? { key, ref, relation, sources: [] };
      const { space: _, ...position } = source;
      usage.sources.push({ ...position, block });
      usages.set(key, usage);
    }
    return [...usages.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  };

  // The links of a snapshot never change, and clients read the list page by page.
  const cache = new LRUCache<string, LinkUsage[]>({
    maxSize: CACHED_LOCATIONS,
    sizeCalculation: (usages) => usages.reduce((size, { sources }) => size + 1 + sources.length, 1),
  });

  return {
    /** The links of all content of a space. */
    ofSpace: async (from: RevisionSnapshot): Promise<readonly LinkUsage[]> => {
      const key = `${from.space.id}/${from.revision.root}`;
      const usages = cache.get(key) ?? (await usagesIn(from, await sourcesIn(from)));
      cache.set(key, usages);
      return usages;
    },

    /** The links of a page. */
    ofPage: async (from: RevisionSnapshot, page: PageNode): Promise<LinkUsage[]> =>
      usagesIn(from, [{ kind: 'page', space: from.space, id: page.id, page }]),

    /** The positions of links to a page or file, each block once: in its own space first, then in others. */
    backlinks: async (
      userId: string,
      from: RevisionSnapshot,
      kind: 'page' | 'file',
      id: string,
    ): Promise<{ key: string; source: LinkSource }[]> => {
      const key = kind === 'page' ? keys.page(id) : keys.file(id);
      if (!(await from.view.getMany([key])).has(key)) throw notFound(kind);
      const { space } = from;
      const target = `${kind}:${id}`;
      const [own, external] = await Promise.all([
        sourcesIn(from),
        references.findBacklinks(userId, space, target),
      ]);
      const found = await linksIn(space.organization_id, [...own, ...external], { target, space: space.id });
      const sources = new Map<string, LinkSource>();
      for (const { block, source } of found) {
        const otherSpace = source.space.id === space.id ? '' : source.space.id;
        sources.set(`${otherSpace} ${source.kind} ${source.id} ${block ?? ''}`, { ...source, block });
      }
      return [...sources]
        .map(([at, source]) => ({ key: at, source }))
        .sort((a, b) => (a.key < b.key ? -1 : 1));
    },

    /** The anchors in bodies, by body; null where they are not known. */
    anchorsOf: async (organizationId: string, bodies: readonly string[]) => {
      if (bodies.length === 0) return new Map<string, readonly string[] | null>();
      await ensureStored(organizationId, bodies);
      return findAnchors(db, organizationId, DOCUMENT_VERSION, bodies);
    },
  };
};

/** Lists links and backlinks. */
export type LinksService = ReturnType<typeof createLinksService>;
