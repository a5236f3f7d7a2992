import {
  type ContentRef,
  DOCUMENT_VERSION,
  type FoundLink,
  type PageNode,
  type PageRecord,
  type ReusableRecord,
  readReusables,
  readTree,
  stableRefs,
} from '@lectern/document';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { Reading } from '../content.service.ts';
import { findBodyLinks, findKnownBodies, insertBodyLinks } from './links.store.ts';

/** Where a reference stands. */
export type Place =
  | {
      readonly kind: 'page';
      readonly id: string;
      readonly page: PageNode;
      readonly block?: string | undefined;
    }
  | {
      readonly kind: 'reusable-content';
      readonly id: string;
      readonly content: ReusableRecord;
      readonly block?: string | undefined;
    };

/** Something that content refers to, with every place from where it does. */
export interface Usage {
  /** The same for all references to the same thing. */
  readonly key: string;
  readonly ref: ContentRef;
  readonly relation: 'reference' | 'dependsOn';
  readonly places: readonly Place[];
}

type Link = Pick<FoundLink, 'ref' | 'kind' | 'block'>;
type Dependencies = Pick<Kernel, 'db' | 'markdown'> & { readonly revisions: RevisionsService };

const READ_AT_ONCE = 50;
// A page shows what these bring, not the way there.
const DEPENDENCIES: ReadonlySet<string> = new Set(['include', 'openapi']);

/** What a reference leads to, where backlinks are asked for that. */
const targetOf = (ref: ContentRef): string | undefined => {
  if (ref.kind === 'page' || ref.kind === 'anchor') return ref.page && `page:${ref.page}`;
  if (ref.kind === 'file') return `file:${ref.file}`;
  return ref.kind === 'reusable-content' ? `reusable-content:${ref.reusableContent}` : undefined;
};

const isRef = (value: unknown): value is ContentRef =>
  typeof (value as { kind?: unknown } | null | undefined)?.kind === 'string';

/** What a page refers to outside its body: where it leads, and its cover. */
const ownLinks = ({ target, cover }: PageRecord): Link[] => [
  ...(target ? [{ ref: target, kind: 'link' as const }] : []),
  ...[cover?.ref, cover?.refDark].filter(isRef).map((ref) => ({ ref, kind: 'image' as const })),
];

const flatten = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

// A reference as seen from nowhere in particular: its space is said only if it is another one, its page always.
const normalized = (ref: ContentRef, spaceId: string, place: Place): ContentRef => {
  const { space, ...rest } = ref as ContentRef & { space?: string };
  const near = (ref.kind !== 'space' && space === spaceId ? rest : ref) as ContentRef;
  return near.kind === 'anchor' && near.page === undefined && place.kind === 'page'
    ? { ...near, page: place.id }
    : near;
};

/** References of content: what pages lead to, and what leads to them. */
export const createLinksService = ({ db, markdown, revisions }: Dependencies) => {
  // Reads the bodies that nobody asked about before.
  const ensureKnown = async (organizationId: string, bodies: readonly string[]): Promise<void> => {
    const known = await findKnownBodies(db, organizationId, DOCUMENT_VERSION, bodies);
    const unknown = bodies.filter((body) => !known.has(body));
    while (unknown.length > 0) {
      const texts = await revisions.markdownsOf(organizationId, unknown.splice(0, READ_AT_ONCE));
      const rows = [];
      for (const [body, text] of texts) {
        const links = await markdown.links(text);
        const targets = new Set(links.flatMap(({ ref }) => targetOf(ref) ?? []));
        rows.push({
          body,
          links: JSON.stringify(links.map(({ ref, kind, block }) => ({ ref, kind, block }))),
          targets: [...targets],
        });
      }
      await insertBodyLinks(db, organizationId, DOCUMENT_VERSION, rows);
    }
  };

  const placesIn = async ({ view }: Reading): Promise<Place[]> => {
    const [tree, reusables] = await Promise.all([readTree(view), readReusables(view)]);
    return [
      ...flatten(tree).map((page) => ({ kind: 'page' as const, id: page.id, page })),
      ...[...reusables].map(([id, content]) => ({ kind: 'reusable-content' as const, id, content })),
    ];
  };

  const bodyOf = (place: Place) => (place.kind === 'page' ? place.page.page.body : place.content.body);

  /** The references that stand at places, or those of them that lead to a target. */
  const linksAt = async (
    { space }: Reading,
    places: readonly Place[],
    target?: string,
  ): Promise<(Link & { readonly place: Place })[]> => {
    const bodies = [...new Set(places.flatMap((place) => bodyOf(place) ?? []))];
    let found = new Map<string, string>();
    if (bodies.length > 0) {
      await ensureKnown(space.organization_id, bodies);
      found = await findBodyLinks(db, space.organization_id, DOCUMENT_VERSION, bodies, target);
    }
    return places.flatMap((place) => {
      const text = found.get(bodyOf(place) ?? '');
      const links = [
        ...(place.kind === 'page' ? ownLinks(place.page.page) : []),
        ...(text === undefined ? [] : (JSON.parse(text) as Link[])),
      ];
      return links
        .map((link) => ({ ...link, ref: normalized(link.ref, space.id, place), place }))
        .filter(({ ref }) => target === undefined || (targetOf(ref) === target && !('space' in ref)));
    });
  };

  const usagesAt = async (from: Reading, places: readonly Place[]): Promise<Usage[]> => {
    const usages = new Map<string, Usage & { places: Place[] }>();
    for (const { ref, kind, block, place } of await linksAt(from, places)) {
      const relation = DEPENDENCIES.has(kind) ? 'dependsOn' : 'reference';
      const key = `${relation} ${stableRefs.print(ref)}`;
      const usage = usages.get(key) ?? { key, ref, relation, places: [] };
      usage.places.push({ ...place, block });
      usages.set(key, usage);
    }
    return [...usages.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  };

  return {
    /** What all content of a space refers to. */
    ofSpace: async (from: Reading): Promise<Usage[]> => usagesAt(from, await placesIn(from)),

    /** What a page refers to. */
    ofPage: async (from: Reading, page: PageNode): Promise<Usage[]> =>
      usagesAt(from, [{ kind: 'page', id: page.id, page }]),

    /** The places in a space from where something in it is referred to, each block once. */
    backlinks: async (
      from: Reading,
      kind: 'page' | 'file',
      id: string,
    ): Promise<{ key: string; place: Place }[]> => {
      const key = kind === 'page' ? `p/${id}` : `f/${id}`;
      if (!(await from.view.getMany([key])).has(key)) throw notFound(kind);
      const places = new Map<string, Place>();
      for (const { block, place } of await linksAt(from, await placesIn(from), `${kind}:${id}`))
        places.set(`${place.kind} ${place.id} ${block ?? ''}`, { ...place, block });
      return [...places].map(([at, place]) => ({ key: at, place })).sort((a, b) => (a.key < b.key ? -1 : 1));
    },
  };
};

/** References of content. */
export type LinksService = ReturnType<typeof createLinksService>;
