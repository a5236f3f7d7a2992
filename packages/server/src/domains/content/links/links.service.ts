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
import type { RevisionSnapshot } from '../pages/pages.service.ts';
import { type BodyLinksService, targetKeyOf } from './body-links.service.ts';
import { findAnchors, findBodyLinks, findKnownBodies } from './links.store.ts';
import {
  type ReferencesService,
  type ReferringContent,
  type ReferringPlace,
  refsBesideBody,
} from './references.service.ts';

/** Where a reference stands, in whatever is read. */
export type Spot = ReferringContent & { readonly block?: string | undefined };

/** Where a reference stands. */
export type Place = ReferringPlace & { readonly block?: string | undefined };

/** Something that content refers to, with every place from where it does. */
export interface Usage {
  /** The same for all references to the same thing. */
  readonly key: string;
  readonly ref: ContentRef;
  readonly relation: 'reference' | 'dependsOn';
  readonly places: readonly Spot[];
}

type Link = Pick<FoundLink, 'ref' | 'kind' | 'block'>;
type Dependencies = Pick<Kernel, 'db'> & {
  readonly bodyLinks: BodyLinksService;
  readonly references: ReferencesService;
};

// A page shows what these bring, not the way there.
const DEPENDENCIES: ReadonlySet<string> = new Set(['include', 'openapi']);

const CACHED_LOCATIONS = 200_000;

const NOWHERE: Link = { ref: { kind: 'url', url: '' }, kind: 'link' };

/** What a page refers to outside its body; a link that nobody told where to lead refers to nothing. */
const ownLinks = (page: PageRecord): Link[] => {
  const { links, images } = refsBesideBody(page);
  return [
    ...(page.type === 'link' && links.length === 0 ? [NOWHERE] : []),
    ...links.map((ref) => ({ ref, kind: 'link' as const })),
    ...images.map((ref) => ({ ref, kind: 'image' as const })),
  ];
};

const flatten = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

// A reference as seen from nowhere in particular: its space is said only if it is another one, its page always.
const normalized = (ref: ContentRef, place: Place): ContentRef => {
  const { space, ...rest } = ref as ContentRef & { space?: string };
  const near = (ref.kind !== 'space' && space === place.space.id ? rest : ref) as ContentRef;
  return near.kind === 'anchor' && near.page === undefined && place.kind === 'page'
    ? { ...near, page: place.id }
    : near;
};

/** References of content: what pages lead to, and what leads to them. */
export const createLinksService = ({ db, bodyLinks, references }: Dependencies) => {
  // Most bodies are known since they were written; those that a merge made are read when somebody asks.
  const ensureKnown = async (organizationId: string, bodies: readonly string[]): Promise<void> => {
    const known = await findKnownBodies(db, organizationId, DOCUMENT_VERSION, bodies);
    const unknown = bodies.filter((body) => !known.has(body));
    for await (const read of bodyLinks.read(organizationId, unknown))
      await bodyLinks.store(db, organizationId, read);
  };

  const placesIn = async ({ space, view }: RevisionSnapshot): Promise<Place[]> => {
    const [tree, reusables] = await Promise.all([readTree(view), readReusables(view)]);
    return [
      ...flatten(tree).map((page) => ({ kind: 'page' as const, space, id: page.id, page })),
      ...[...reusables].map(([id, content]) => ({ kind: 'reusable-content' as const, space, id, content })),
    ];
  };

  const bodyOf = (place: Place) => (place.kind === 'page' ? place.page.page.body : place.content.body);

  /** The references that stand at places of one organization, or those of them that lead to a target in a space. */
  const linksAt = async (
    organizationId: string,
    places: readonly Place[],
    to?: { readonly target: string; readonly space: string },
  ): Promise<(Link & { readonly place: Place })[]> => {
    const bodies = [...new Set(places.flatMap((place) => bodyOf(place) ?? []))];
    let found = new Map<string, string>();
    if (bodies.length > 0) {
      await ensureKnown(organizationId, bodies);
      found = await findBodyLinks(db, organizationId, DOCUMENT_VERSION, bodies, to?.target);
    }
    const leadsThere = (ref: ContentRef, place: Place) =>
      to === undefined ||
      (targetKeyOf(ref) === to.target && (('space' in ref && ref.space) || place.space.id) === to.space);
    return places.flatMap((place) => {
      const text = found.get(bodyOf(place) ?? '');
      const links = [
        ...(place.kind === 'page' ? ownLinks(place.page.page) : []),
        ...(text === undefined ? [] : (JSON.parse(text) as Link[])),
      ];
      return links
        .map((link) => ({ ...link, ref: normalized(link.ref, place), place }))
        .filter(({ ref }) => leadsThere(ref, place));
    });
  };

  const usagesAt = async (from: RevisionSnapshot, places: readonly Place[]): Promise<Usage[]> => {
    const usages = new Map<string, Usage & { places: Spot[] }>();
    for (const { ref, kind, block, place } of await linksAt(from.space.organization_id, places)) {
      const relation = DEPENDENCIES.has(kind) ? 'dependsOn' : 'reference';
      const key = `${relation} ${stableRefs.print(ref)}`;
      const usage = usages.get(key) ?? { key, ref, relation, places: [] };
      const { space: _, ...spot } = place;
      usage.places.push({ ...spot, block });
      usages.set(key, usage);
    }
    return [...usages.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  };

  // What a snapshot refers to never changes, and its list is read page by page.
  const known = new LRUCache<string, Usage[]>({
    maxSize: CACHED_LOCATIONS,
    sizeCalculation: (usages) => usages.reduce((size, { places }) => size + 1 + places.length, 1),
  });

  return {
    /** What all content of a space refers to. */
    ofSpace: async (from: RevisionSnapshot): Promise<readonly Usage[]> => {
      const key = `${from.space.id}/${from.revision.root}`;
      const usages = known.get(key) ?? (await usagesAt(from, await placesIn(from)));
      known.set(key, usages);
      return usages;
    },

    /** What a page refers to. */
    ofPage: async (from: RevisionSnapshot, page: PageNode): Promise<Usage[]> =>
      usagesAt(from, [{ kind: 'page', space: from.space, id: page.id, page }]),

    /** The places from where something in a space is referred to, each block once: in it first, then in others. */
    backlinks: async (
      userId: string,
      from: RevisionSnapshot,
      kind: 'page' | 'file',
      id: string,
    ): Promise<{ key: string; place: Place }[]> => {
      const key = kind === 'page' ? keys.page(id) : keys.file(id);
      if (!(await from.view.getMany([key])).has(key)) throw notFound(kind);
      const { space } = from;
      const target = `${kind}:${id}`;
      const [near, far] = await Promise.all([
        placesIn(from),
        references.findBacklinks(userId, space, target),
      ]);
      const found = await linksAt(space.organization_id, [...near, ...far], { target, space: space.id });
      const places = new Map<string, Place>();
      for (const { block, place } of found) {
        const where = place.space.id === space.id ? '' : place.space.id;
        places.set(`${where} ${place.kind} ${place.id} ${block ?? ''}`, { ...place, block });
      }
      return [...places].map(([at, place]) => ({ key: at, place })).sort((a, b) => (a.key < b.key ? -1 : 1));
    },

    /** What can be linked to inside of bodies, by body; null where that is not known. */
    anchorsOf: async (organizationId: string, bodies: readonly string[]) => {
      if (bodies.length === 0) return new Map<string, readonly string[] | null>();
      await ensureKnown(organizationId, bodies);
      return findAnchors(db, organizationId, DOCUMENT_VERSION, bodies);
    },
  };
};

/** References of content. */
export type LinksService = ReturnType<typeof createLinksService>;
