import {
  anchorFinder,
  type ContentRef,
  type FileRecord,
  keys,
  type ReusableRecord,
  stableRefs,
} from '@lectern/document';
import type { Links } from '../../../kernel/links.ts';
import {
  type CollectionSubject,
  type CollectionsService,
  collectionPolicy,
} from '../../collections/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../../spaces/index.ts';
import type { RevisionSnapshot } from '../pages/content.service.ts';
import { type LocatedPage, locatePages } from '../pages/locate-pages.ts';
import type { LinksService } from './links.service.ts';

/** The object that a link points to. */
export type LinkTarget =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'page';
      readonly space: SpaceSubject;
      readonly page: LocatedPage;
      readonly anchor?: string | undefined;
    }
  | { readonly kind: 'file'; readonly space: SpaceSubject; readonly id: string; readonly file: FileRecord }
  | {
      readonly kind: 'reusable-content';
      readonly space: SpaceSubject;
      readonly id: string;
      readonly content: ReusableRecord;
    }
  | { readonly kind: 'space'; readonly space: SpaceSubject }
  | { readonly kind: 'collection'; readonly collection: CollectionSubject };

/** The status of a link, with its target. */
export interface ResolvedLink {
  readonly status: 'ok' | 'broken' | 'in-app';
  readonly target?: LinkTarget | undefined;
}

interface Dependencies {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly collections: CollectionsService;
  readonly links: Links;
  readonly references: Pick<LinksService, 'anchorsOf'>;
}

const BROKEN: ResolvedLink = { status: 'broken' };

// How broken links are written in imported content.
const isBrokenUrl = (url: string) => url === '' || /^(\/broken\/|broken-reference\b)/.test(url);

// A path that points to a page is stored by the id of the page: any other path is broken.
const isPath = (url: string) => !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url);

// A broken link shows its URL: nothing else tells two broken links apart.
const withUrl = (ref: ContentRef, resolved: ResolvedLink): ResolvedLink => {
  if (resolved.status !== 'broken' || resolved.target) return resolved;
  const url = stableRefs.print(ref);
  return url === '' ? resolved : { ...resolved, target: { kind: 'url', url } };
};

const spaceOf = (ref: ContentRef): string | undefined => ('space' in ref ? ref.space : undefined);

/** The snapshot of a space in which references are looked up. */
type SpaceSnapshot = Pick<RevisionSnapshot, 'space' | 'view'>;

interface Lookup {
  readonly snapshot: SpaceSnapshot;
  readonly pages: ReadonlyMap<string, LocatedPage>;
  readonly records: ReadonlyMap<string, unknown>;
}

const pageOf = (ref: ContentRef): string | undefined =>
  ref.kind === 'page' || ref.kind === 'anchor' ? ref.page : undefined;

/** Looks up the targets of references in one space, with one query per kind and level for all of them. */
const lookUp = async (snapshot: SpaceSnapshot, refs: readonly ContentRef[]): Promise<Lookup> => {
  const [pages, records] = await Promise.all([
    locatePages(
      snapshot.view,
      refs.flatMap((ref) => pageOf(ref) ?? []),
    ),
    snapshot.view.getMany(
      refs.flatMap((ref) => {
        if (ref.kind === 'file') return [keys.file(ref.file)];
        return ref.kind === 'reusable-content' ? [keys.reusable(ref.reusableContent)] : [];
      }),
    ),
  ]);
  return { snapshot, pages, records };
};

const resolvedTo = (target: LinkTarget | undefined): ResolvedLink =>
  target ? { status: 'ok', target } : BROKEN;

/** Tests for the anchors of bodies; null where they are not known. */
type Anchors = ReadonlyMap<string, ((anchor: string) => boolean) | null>;

const resolveIn = ({ snapshot: { space }, pages, records }: Lookup, ref: ContentRef, anchors: Anchors) => {
  // The anchors of a page that includes other content are not all known: each counts as present.
  const isPresent = ({ page }: LocatedPage, anchor: string) => {
    const has = page.body === undefined ? undefined : anchors.get(page.body);
    return has === null || (has?.(anchor) ?? false);
  };
  switch (ref.kind) {
    case 'space':
      return resolvedTo({ kind: 'space', space });
    case 'page': {
      const page = pages.get(ref.page);
      return resolvedTo(page && { kind: 'page', space, page });
    }
    case 'anchor': {
      const page = pages.get(ref.page ?? '');
      if (!page) return BROKEN;
      const status = isPresent(page, ref.anchor) ? 'ok' : 'broken';
      return { status, target: { kind: 'page', space, page, anchor: ref.anchor } } as const;
    }
    case 'file': {
      const file = records.get(keys.file(ref.file)) as FileRecord | undefined;
      return resolvedTo(file && { kind: 'file', space, id: ref.file, file });
    }
    case 'reusable-content': {
      const content = records.get(keys.reusable(ref.reusableContent)) as ReusableRecord | undefined;
      return resolvedTo(content && { kind: 'reusable-content', space, id: ref.reusableContent, content });
    }
    default:
      return BROKEN;
  }
};

/** Resolves the targets of links; a target that the reader may not see counts as broken. */
export const createLinkTargetsService = ({
  revisions,
  spaces,
  collections,
  links,
  references,
}: Dependencies) => {
  /** The current snapshots of spaces that the reader may see. */
  const snapshotsOf = async (userId: string, ids: readonly string[]): Promise<SpaceSnapshot[]> => {
    const all = await Promise.all(ids.map((id) => spaces.find(userId, id)));
    const visible = all.filter(
      (space) => space !== undefined && spacePolicy.can.view(space),
    ) as SpaceSubject[];
    const organizations = [...new Set(visible.map((space) => space.organization_id))];
    const roots = await Promise.all(
      organizations.map((organization) =>
        revisions.headRoots(
          organization,
          visible.map(({ id }) => id),
        ),
      ),
    );
    const rootOf = new Map(roots.flatMap((some) => [...some]));
    return visible.flatMap((space) => {
      const root = rootOf.get(space.id);
      return root === undefined ? [] : [{ space, view: revisions.view(space.organization_id, root) }];
    });
  };

  const statusOf = (url: string): ResolvedLink['status'] => {
    if (isPath(url)) return 'broken';
    return url.startsWith(links.appUrl('/')) ? 'in-app' : 'ok';
  };

  /** The anchors of the pages that references with an anchor point to, by body. */
  const findAnchors = async (
    refs: readonly ContentRef[],
    lookupOf: (ref: ContentRef) => Lookup | undefined,
  ): Promise<Anchors> => {
    const bodies = new Map<string, Set<string>>();
    for (const ref of refs) {
      const lookup = ref.kind === 'anchor' ? lookupOf(ref) : undefined;
      const body = lookup?.pages.get(pageOf(ref) ?? '')?.page.body;
      if (!lookup || body === undefined) continue;
      const organization = lookup.snapshot.space.organization_id;
      bodies.set(organization, (bodies.get(organization) ?? new Set()).add(body));
    }
    const found = await Promise.all(
      [...bodies].map(([organization, some]) => references.anchorsOf(organization, [...some])),
    );
    return new Map(
      found.flatMap((some) =>
        [...some].map(([body, known]) => [body, known && anchorFinder(known)] as const),
      ),
    );
  };

  const findCollections = async (
    userId: string,
    refs: readonly ContentRef[],
  ): Promise<ReadonlyMap<string, CollectionSubject>> => {
    const found = new Map<string, CollectionSubject>();
    for (const ref of refs) {
      if (ref.kind !== 'collection' || found.has(ref.collection)) continue;
      const collection = await collections.find(userId, ref.collection);
      if (collection && collectionPolicy.can.view(collection)) found.set(ref.collection, collection);
    }
    return found;
  };

  return {
    /** Looks up the targets of references in a snapshot; returns a function that gives the result of each. */
    resolve: async (
      userId: string,
      from: RevisionSnapshot,
      refs: readonly ContentRef[],
    ): Promise<(ref: ContentRef) => ResolvedLink> => {
      const spaceIdOf = (ref: ContentRef) => spaceOf(ref) ?? from.space.id;
      const others = [...new Set(refs.map(spaceIdOf))].filter((id) => id !== from.space.id);
      const found = await Promise.all(
        [from, ...(await snapshotsOf(userId, others))].map((snapshot) =>
          lookUp(
            snapshot,
            refs.filter((ref) => spaceIdOf(ref) === snapshot.space.id),
          ),
        ),
      );
      const lookups = new Map(found.map((lookup) => [lookup.snapshot.space.id, lookup]));
      const lookupOf = (ref: ContentRef) => lookups.get(spaceIdOf(ref));
      const anchors = await findAnchors(refs, lookupOf);
      const visibleCollections = await findCollections(userId, refs);
      const resolveRef = (ref: ContentRef): ResolvedLink => {
        switch (ref.kind) {
          case 'url':
            if (isBrokenUrl(ref.url)) return BROKEN;
            return { status: statusOf(ref.url), target: { kind: 'url', url: ref.url } };
          case 'collection': {
            const collection = visibleCollections.get(ref.collection);
            return resolvedTo(collection && { kind: 'collection', collection });
          }
          // Not checked.
          case 'user':
          case 'tag':
          case 'openapi':
            return { status: 'ok' };
          default: {
            // An anchor in the page that includes the reusable content, which can be any.
            if (ref.kind === 'anchor' && ref.page === undefined) return { status: 'ok' };
            const lookup = lookupOf(ref);
            return lookup ? resolveIn(lookup, ref, anchors) : BROKEN;
          }
        }
      };
      return (ref) => withUrl(ref, resolveRef(ref));
    },
  };
};

/** Resolves the targets of links. */
export type LinkTargetsService = ReturnType<typeof createLinkTargetsService>;
