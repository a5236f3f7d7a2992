import {
  type ContentRef,
  EMPTY_ROOT,
  keys,
  type PageRecord,
  type ReusableRecord,
  ranges,
  readKey,
} from '@lectern/document';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { jobName } from '../../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { HeadMove, RevisionsService, SpaceKey } from '../../revisions/index.ts';
import type { SpaceSubject, SpacesService } from '../../spaces/index.ts';
import { type LocatedPage, locatePages } from '../pages/locate-pages.ts';
import { type BodyLinksService, targetKeyOf } from './body-links.service.ts';
import {
  deleteReferences,
  deleteReferencesOf,
  findReferences,
  findSpacesReferring,
  insertReferences,
  type NewReference,
  type Place,
} from './references.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'jobs'> & {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly bodyLinks: BodyLinksService;
};

/** A page or reusable content that contains a reference. */
export type ReferringContent =
  | { readonly kind: 'page'; readonly id: string; readonly page: LocatedPage }
  | { readonly kind: 'reusable-content'; readonly id: string; readonly content: ReusableRecord };

/** A content that contains a reference, with its space as the reader may see it. */
export type ReferringPlace = ReferringContent & { readonly space: SpaceSubject };

type Entry = readonly [place: string, value: PageRecord | ReusableRecord];

/** Name of the job that rebuilds the references of a space. */
export const REBUILD_REFERENCES = jobName<SpaceKey>('content.rebuild-references');

const MAX_CHANGES = 500;
// Links into other spaces and API blocks contain one of these: bodies without them are not parsed.
const EXTERNAL_LINK_MARKERS = ['/spaces/', '{% openapi'];
// Specifications belong to the organization, not to a space.
const NO_SPACE = '';

const isRef = (value: unknown): value is ContentRef =>
  typeof (value as { kind?: unknown } | null | undefined)?.kind === 'string';

/** The OpenAPI specification that a page is computed from. */
export const specificationRefOf = ({ computed }: Partial<PageRecord>): ContentRef | undefined => {
  const { spec } = (computed?.dependencies ?? {}) as { spec?: { ref?: unknown } | null };
  const ref = spec?.ref;
  return isRef(ref) && ref.kind === 'openapi' && typeof ref.spec === 'string' ? ref : undefined;
};

/** The references of a page outside its body: its target and its cover. */
export const refsBesideBody = ({ target, cover }: Partial<PageRecord>) => ({
  links: target ? [target] : [],
  images: [cover?.ref, cover?.refDark].filter(isRef),
});

/** Maintains the table of references between spaces, which backlinks are read from. */
export const createReferencesService = ({
  db,
  transaction,
  jobs,
  revisions,
  spaces,
  bodyLinks,
}: Dependencies) => {
  const referencesAt = async (
    tx: DatabaseTransaction,
    space: SpaceKey,
    entries: readonly Entry[],
  ): Promise<NewReference[]> => {
    const bodies = [...new Set(entries.flatMap(([, { body }]) => body ?? []))];
    const refs = new Map<string, readonly ContentRef[]>();
    const options = { executor: tx, containing: EXTERNAL_LINK_MARKERS };
    for await (const found of bodyLinks.read(space.organization_id, bodies, options))
      for (const { body, links } of found)
        refs.set(
          body,
          links.map(({ ref }) => ref),
        );
    return entries.flatMap(([place, value]) => {
      const { links, images } = refsBesideBody(value as Partial<PageRecord>);
      const spec = specificationRefOf(value as Partial<PageRecord>);
      return [...(spec ? [spec] : []), ...links, ...images, ...(refs.get(value.body ?? '') ?? [])].flatMap(
        (ref) => {
          const target = targetKeyOf(ref);
          const toSpace = ref.kind === 'openapi' ? NO_SPACE : 'space' in ref ? ref.space : undefined;
          return toSpace !== undefined && target && toSpace !== space.id
            ? [{ spaceId: space.id, place, toSpace, target }]
            : [];
        },
      );
    });
  };

  const isPlace = (key: string) => key.startsWith('p/') || key.startsWith('r/');

  /** The contents of other spaces, visible to the reader, that link to a target in this space. */
  const findBacklinks = async (
    userId: string,
    space: SpaceKey,
    target: string,
  ): Promise<ReferringPlace[]> => {
    const rows = await findReferences(db, space, target, userId);
    const ids = [...new Set(rows.map((row) => row.space_id))];
    if (ids.length === 0) return [];
    const [found, roots] = await Promise.all([
      Promise.all(ids.map((id) => spaces.find(userId, id))),
      revisions.headRoots(space.organization_id, ids),
    ]);
    const placesIn = async (other: SpaceSubject | undefined): Promise<ReferringPlace[]> => {
      const root = other && roots.get(other.id);
      if (!other || root === undefined) return [];
      const view = revisions.view(space.organization_id, root);
      const places = rows.filter((row) => row.space_id === other.id).map((row) => readKey(row.place));
      const idsOf = (kind: string) => places.filter((place) => place.kind === kind).map(({ id }) => id);
      const [pages, contents] = await Promise.all([
        locatePages(view, idsOf('p')),
        view.getMany(idsOf('r').map(keys.reusable)),
      ]);
      return [
        ...[...pages].map(([id, page]) => ({ kind: 'page' as const, space: other, id, page })),
        ...[...contents].map(([key, content]) => ({
          kind: 'reusable-content' as const,
          space: other,
          id: readKey(key).id,
          content: content as ReusableRecord,
        })),
      ];
    };
    return (await Promise.all(found.map(placesIn))).flat();
  };

  return {
    /** Updates the references of spaces in the transaction that moves them to other revisions. */
    onHeadsMoved: async (
      tx: DatabaseTransaction,
      organizationId: string,
      moves: readonly HeadMove[],
    ): Promise<void> => {
      const map = revisions.merkleMap(organizationId, tx);
      const places: Place[] = [];
      const references: NewReference[] = [];
      for (const { spaceId, from, to } of moves) {
        const space = { organization_id: organizationId, id: spaceId };
        // Like the search index: a large copy is read in the background.
        const isLarge = from === EMPTY_ROOT && (await map.isLarge(to));
        const changes = isLarge ? [] : (await map.diff(from, to)).filter(({ key }) => isPlace(key));
        if (isLarge || changes.length > MAX_CHANGES) {
          await jobs.enqueue(tx, REBUILD_REFERENCES, space);
          continue;
        }
        const remaining = changes.filter(({ after }) => after !== undefined);
        const entries = remaining.map(({ key, after }): Entry => [key, after as PageRecord]);
        // An empty space refers to nothing.
        if (from !== EMPTY_ROOT) for (const { key } of changes) places.push({ spaceId, place: key });
        references.push(...(await referencesAt(tx, space, entries)));
      }
      await deleteReferences(tx, organizationId, places);
      await insertReferences(tx, organizationId, references);
    },

    /** Rebuilds all references of a space, after a copy or an import. */
    rebuild: (space: SpaceKey): Promise<void> =>
      transaction(async (tx) => {
        const head = await revisions.lockHead(tx, space);
        if (!head) return;
        const view = revisions.view(space.organization_id, head.root, tx);
        const [pages, reusables] = [await view.range(...ranges.pages), await view.range(...ranges.reusables)];
        const entries = [...pages, ...reusables] as Entry[];
        await deleteReferencesOf(tx, space);
        await insertReferences(tx, space.organization_id, await referencesAt(tx, space, entries));
      }),

    /** The spaces that use an OpenAPI specification, optionally limited to some spaces. */
    findSpacesUsingSpecification: (
      organizationId: string,
      slug: string,
      among?: readonly string[],
    ): Promise<string[]> =>
      findSpacesReferring(db, { organization_id: organizationId, id: NO_SPACE }, `openapi:${slug}`, among),

    /** The contents, visible to the reader, that show an OpenAPI specification. */
    findSpecificationUsages: (
      userId: string,
      organizationId: string,
      slug: string,
    ): Promise<ReferringPlace[]> =>
      findBacklinks(userId, { organization_id: organizationId, id: NO_SPACE }, `openapi:${slug}`),

    findBacklinks,
  };
};

/** Maintains references between spaces. */
export type ReferencesService = ReturnType<typeof createReferencesService>;
