import { type ContentRef, type FileRecord, keys, type ReusableRecord, stableRefs } from '@lectern/document';
import type { Links } from '../../../kernel/links.ts';
import {
  type CollectionSubject,
  type CollectionsService,
  collectionPolicy,
} from '../../collections/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../../spaces/index.ts';
import { type LocatedPage, locatePages } from '../history/changes.service.ts';
import type { RevisionSnapshot } from '../pages/pages.service.ts';
import type { LinksService } from './links.service.ts';

/** What a reference leads to. */
export type Target =
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

/** Whether a reference leads anywhere, and where to. */
export interface ResolvedLink {
  readonly status: 'ok' | 'broken' | 'in-app';
  readonly target?: Target | undefined;
}

interface Dependencies {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly collections: CollectionsService;
  readonly links: Links;
  readonly references: Pick<LinksService, 'anchorsOf'>;
}

const BROKEN: ResolvedLink = { status: 'broken' };

// How addresses are written that led somewhere once.
const isBrokenUrl = (url: string) => url === '' || /^(\/broken\/|broken-reference\b)/.test(url);

// Paths that lead to something are stored by what they lead to: those that are still paths lead nowhere.
const isPath = (url: string) => !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url);

const decoded = (anchor: string): string => {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
};

// What leads nowhere is told by what was written: nothing else tells two such references apart.
const withUrl = (ref: ContentRef, resolved: ResolvedLink): ResolvedLink => {
  if (resolved.status !== 'broken' || resolved.target) return resolved;
  const url = stableRefs.print(ref);
  return url === '' ? resolved : { ...resolved, target: { kind: 'url', url } };
};

const spaceOf = (ref: ContentRef): string | undefined => ('space' in ref ? ref.space : undefined);

/** Where references are lookedUp up: a space at one of its snapshots. */
type SpaceSnapshot = Pick<RevisionSnapshot, 'space' | 'view'>;

interface Lookup {
  readonly snapshot: SpaceSnapshot;
  readonly pages: ReadonlyMap<string, LocatedPage>;
  readonly records: ReadonlyMap<string, unknown>;
}

const pageOf = (ref: ContentRef): string | undefined =>
  ref.kind === 'page' || ref.kind === 'anchor' ? ref.page : undefined;

/** Looks up what references lead to in one space: one look per kind and level, for all of them. */
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

const found = (target: Target | undefined): ResolvedLink => (target ? { status: 'ok', target } : BROKEN);

type Anchors = ReadonlyMap<string, readonly string[] | null>;

const resolveIn = ({ snapshot: { space }, pages, records }: Lookup, ref: ContentRef, anchors: Anchors) => {
  // Where a page brings in other content, its anchors are not all known: none is missing there.
  const hasAnchor = ({ page }: LocatedPage, anchor: string) => {
    const known = page.body === undefined ? [] : anchors.get(page.body);
    return known === null || known?.includes(anchor) || known?.includes(decoded(anchor)) || false;
  };
  switch (ref.kind) {
    case 'space':
      return found({ kind: 'space', space });
    case 'page': {
      const page = pages.get(ref.page);
      return found(page && { kind: 'page', space, page });
    }
    case 'anchor': {
      const page = pages.get(ref.page ?? '');
      if (!page) return BROKEN;
      const status = hasAnchor(page, ref.anchor) ? 'ok' : 'broken';
      return { status, target: { kind: 'page', space, page, anchor: ref.anchor } } as const;
    }
    case 'file': {
      const file = records.get(keys.file(ref.file)) as FileRecord | undefined;
      return found(file && { kind: 'file', space, id: ref.file, file });
    }
    case 'reusable-content': {
      const content = records.get(keys.reusable(ref.reusableContent)) as ReusableRecord | undefined;
      return found(content && { kind: 'reusable-content', space, id: ref.reusableContent, content });
    }
    default:
      return BROKEN;
  }
};

/** Judges references as a reader meets them: what they may not see is not there. */
export const createLinkTargetsService = ({
  revisions,
  spaces,
  collections,
  links,
  references,
}: Dependencies) => {
  /** Other spaces as they are now, if the reader may see them. */
  const snapshotsOf = async (userId: string, ids: readonly string[]): Promise<SpaceSnapshot[]> => {
    const all = await Promise.all(ids.map((id) => spaces.find(userId, id)));
    const seen = all.filter((space) => space !== undefined && spacePolicy.can.view(space)) as SpaceSubject[];
    const organizations = [...new Set(seen.map((space) => space.organization_id))];
    const roots = await Promise.all(
      organizations.map((organization) =>
        revisions.headRoots(
          organization,
          seen.map(({ id }) => id),
        ),
      ),
    );
    const rootOf = new Map(roots.flatMap((some) => [...some]));
    return seen.flatMap((space) => {
      const root = rootOf.get(space.id);
      return root === undefined ? [] : [{ space, view: revisions.view(space.organization_id, root) }];
    });
  };

  const statusOf = (url: string): ResolvedLink['status'] => {
    if (isPath(url)) return 'broken';
    return url.startsWith(links.appUrl('/')) ? 'in-app' : 'ok';
  };

  return {
    /** Judges references that stand in what is read. */
    resolve: async (
      userId: string,
      from: RevisionSnapshot,
      refs: readonly ContentRef[],
    ): Promise<(ref: ContentRef) => ResolvedLink> => {
      const whereOf = (ref: ContentRef) => spaceOf(ref) ?? from.space.id;
      const others = [...new Set(refs.map(whereOf))].filter((id) => id !== from.space.id);
      const lookedUp = await Promise.all(
        [from, ...(await snapshotsOf(userId, others))].map((snapshot) =>
          lookUp(
            snapshot,
            refs.filter((ref) => whereOf(ref) === snapshot.space.id),
          ),
        ),
      );
      const lookups = new Map(lookedUp.map((one) => [one.snapshot.space.id, one]));
      const bodies = new Map<string, Set<string>>();
      for (const ref of refs) {
        const where = ref.kind === 'anchor' ? lookups.get(whereOf(ref)) : undefined;
        const body = where?.pages.get(pageOf(ref) ?? '')?.page.body;
        if (!where || body === undefined) continue;
        const organization = where.snapshot.space.organization_id;
        bodies.set(organization, (bodies.get(organization) ?? new Set()).add(body));
      }
      const anchors = new Map(
        (
          await Promise.all(
            [...bodies].map(([organization, some]) => references.anchorsOf(organization, [...some])),
          )
        ).flatMap((some) => [...some]),
      );
      const listed = new Map<string, CollectionSubject>();
      for (const ref of refs) {
        if (ref.kind !== 'collection' || listed.has(ref.collection)) continue;
        const collection = await collections.find(userId, ref.collection);
        if (collection && collectionPolicy.can.view(collection)) listed.set(ref.collection, collection);
      }
      const resolveRef = (ref: ContentRef): ResolvedLink => {
        switch (ref.kind) {
          case 'url':
            if (isBrokenUrl(ref.url)) return BROKEN;
            return { status: statusOf(ref.url), target: { kind: 'url', url: ref.url } };
          case 'collection': {
            const collection = listed.get(ref.collection);
            return found(collection && { kind: 'collection', collection });
          }
          // Nothing here knows these yet.
          case 'user':
          case 'tag':
          case 'openapi':
            return { status: 'ok' };
          default: {
            // An anchor of wherever a reusable content is included.
            if (ref.kind === 'anchor' && ref.page === undefined) return { status: 'ok' };
            const where = lookups.get(whereOf(ref));
            return where ? resolveIn(where, ref, anchors) : BROKEN;
          }
        }
      };
      return (ref) => withUrl(ref, resolveRef(ref));
    },
  };
};

/** Judges references. */
export type LinkTargetsService = ReturnType<typeof createLinkTargetsService>;
