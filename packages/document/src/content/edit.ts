import { isDeepStrictEqual } from 'node:util';
import type { Changes, MerkleMap } from '../merkle/merkle-map.ts';
import { positionAtEnd, positionBetween } from '../positions.ts';
import { ContentError } from './content-error.ts';
import { moreAfter } from './front-matter-keys.ts';
import type { ConflictName } from './merge.ts';
import { overlay } from './overlay.ts';
import { childrenOf, levelsBelow, lineageOf, pathOf, readPage } from './read.ts';
import {
  type FileRecord,
  keys,
  type PageRecord,
  type ReusableRecord,
  ranges,
  type VariableValue,
} from './records.ts';
import type { PageReplacement } from './replace-pages.ts';
import { freeSlug, slugOf } from './slugs.ts';

/** The fields of a page to create or change; null removes a field. */
export type PagePatch = {
  readonly [Field in keyof Omit<
    PageRecord,
    'type' | 'parent' | 'position' | 'slugIsChosen' | 'createdAt' | 'updatedAt'
  >]?: PageRecord[Field] | null;
};

/** The parent of a page (null at the top), and its index among its siblings; the end by default. */
export interface PagePosition {
  readonly parent: string | null;
  readonly at?: number | undefined;
  /** A former position, which is kept if it leads to the same place. */
  readonly kept?: string | undefined;
}

const MAX_DEPTH = 32;

/** Starts an edit. Its view includes its own changes, which `changes` returns; nothing is written here. */
export const createEdit = (
  map: MerkleMap,
  root: string,
  make: { newId: () => string; now: () => string },
) => {
  const { view, changes, set, placePage, removePages } = overlay(map, root);
  // Writing a field resolves its conflict.
  const decided = new Set<string>();
  const settledWith = new Map<string, unknown>();
  const decide = (kind: ConflictName['kind'], id: string, fields: readonly string[] = ['']) => {
    for (const field of fields) {
      decided.add(keys.conflict(kind, id, field));
      settledWith.delete(keys.conflict(kind, id, field));
    }
  };

  const mustRead = async (id: string, field = 'page'): Promise<PageRecord> => {
    const page = await readPage(view, id);
    if (!page) throw new ContentError('missing', field, `is not an existing page (${id})`);
    return page;
  };

  const slugAt = async (parent: string | null, wanted: string, self?: string): Promise<string> => {
    // Looked up in growing batches: most slugs are free, and a thousand equal titles take few lookups.
    for (let from = 0, size = 1; ; from += size, size *= 4) {
      const candidates = Array.from({ length: size }, (_, i) => {
        let skip = from + i;
        return freeSlug(wanted, () => skip-- > 0);
      });
      const taken = await view.getMany(candidates.map((slug) => keys.slug(parent, slug)));
      const free = candidates.find((slug) => {
        const owner = taken.get(keys.slug(parent, slug));
        return owner === undefined || owner === self;
      });
      if (free !== undefined) return free;
    }
  };

  const positionAt = async ({ parent, at: wanted, kept }: PagePosition, self?: string): Promise<string> => {
    if (wanted === undefined && kept === undefined) return positionAtEnd(make.newId());
    const siblings = (await childrenOf(view, parent)).filter((id) => id !== self);
    const at = wanted ?? siblings.length;
    if (at > siblings.length)
      throw new ContentError(
        'invalid',
        'at',
        `must be at most ${siblings.length}, the number of sibling pages`,
      );
    const isLast = at === siblings.length;
    if (isLast && kept === undefined) return positionAtEnd(make.newId());
    const before = at > 0 ? (await mustRead(siblings[at - 1]!)).position : '';
    const after = isLast ? undefined : (await mustRead(siblings[at]!)).position;
    if (kept !== undefined && before < kept && (after === undefined || kept < after)) return kept;
    if (after === undefined) return positionAtEnd(make.newId());
    // Positions may be equal after a merge; a page between two such pages is placed before both.
    return positionBetween(before < after ? before : '', after);
  };

  const checkParent = async (type: PageRecord['type'], parent: string | null, self?: string) => {
    if (parent === null) return;
    if (type === 'group')
      throw new ContentError('invalid', 'into', 'is not allowed for groups, which must be at the top level');
    const above = await lineageOf(view, parent);
    if (above.length === 0) throw new ContentError('missing', 'into', `is not an existing page (${parent})`);
    if (self !== undefined && above.some(({ id }) => id === self))
      throw new ContentError('invalid', 'into', 'must not be the page itself or a page below it');
    if (above.length >= MAX_DEPTH)
      throw new ContentError(
        'invalid',
        'into',
        `is too deep: pages can be nested at most ${MAX_DEPTH} levels`,
      );
    if (above[0]!.page.computedFrom !== undefined)
      throw new ContentError('invalid', 'into', 'is a generated page, which cannot have subpages');
    if (above[0]!.page.type === 'link' || above[0]!.page.type === 'computed')
      throw new ContentError(
        'invalid',
        'into',
        `is a page of type ${above[0]!.page.type}, which cannot have subpages`,
      );
  };

  const hasPath = (type: PageRecord['type']) => type === 'document' || type === 'group';

  const insertPage = async (
    id: string,
    type: PageRecord['type'],
    { slug, ...patch }: PagePatch & { title: string },
    place: PagePosition,
  ): Promise<void> => {
    if (await readPage(view, id)) throw new ContentError('conflict', 'page', `already exists (${id})`);
    await checkParent(type, place.parent);
    const position = await positionAt(place);
    const named = hasPath(type)
      ? {
          slug: await slugAt(place.parent, slugOf(slug || patch.title)),
          ...(slug && { slugIsChosen: true }),
        }
      : {};
    const page = {
      ...withoutNulls(patch),
      type,
      parent: place.parent,
      position,
      ...named,
      createdAt: make.now(),
    };
    await placePage(id, page as PageRecord);
  };

  const updatePage = async (id: string, fields: PagePatch, place?: PagePosition): Promise<void> => {
    const { slug, ...patch } = fields;
    const before = await mustRead(id);
    decide('page', id, decidedBy(fields, place !== undefined));
    const parent = place ? place.parent : before.parent;
    if (place) await checkParent(before.type, parent, id);
    const title = patch.title ?? before.title;
    const chosen = slug === undefined ? before.slugIsChosen === true : slug !== '' && slug !== null;
    const wanted =
      slug || (!chosen && (patch.title !== undefined || slug !== undefined) ? title : (before.slug ?? title));
    const named = hasPath(before.type)
      ? { slug: await slugAt(parent, slugOf(wanted), parent === before.parent ? id : undefined) }
      : {};
    const { slugIsChosen: _, more, ...rest } = before;
    const left = moreAfter(more, patch);
    const after = {
      ...withoutNulls({ ...rest, ...(left && { more: left }), ...patch }),
      parent,
      position: place ? await positionAt(place, id) : before.position,
      ...named,
      ...(chosen && { slugIsChosen: true }),
    } as PageRecord;
    if (isDeepStrictEqual(after, before)) return;
    if (before.slug !== undefined && (before.slug !== after.slug || before.parent !== after.parent))
      set(keys.previousPath(pathOf(await lineageOf(view, id))), id);
    await placePage(id, { ...after, updatedAt: make.now() });
  };

  const deletePage = async (id: string): Promise<string[]> => {
    await mustRead(id);
    const deleted = [id];
    for await (const below of levelsBelow(view, id)) for (const page of below) deleted.push(page);
    await removePages(deleted);
    for (const page of deleted) decide('page', page);
    return deleted;
  };

  return {
    view,
    insertPage,
    updatePage,
    deletePage,
    /** Writes a file, and resolves the conflicts of the given fields, or of all fields. */
    putFile: (id: string, file: FileRecord, fields?: readonly string[]) => {
      decide('file', id, fields && [...fields, 'existence']);
      set(keys.file(id), file);
    },
    deleteFile: (id: string) => {
      decide('file', id);
      set(keys.file(id), undefined);
    },
    /** Writes a reusable content, and resolves the conflicts of the given fields, or of all fields. */
    putReusable: (id: string, content: ReusableRecord, fields?: readonly string[]) => {
      decide('reusable-content', id, fields && [...fields, 'existence']);
      set(keys.reusable(id), content);
    },
    deleteReusable: (id: string) => {
      decide('reusable-content', id);
      set(keys.reusable(id), undefined);
    },
    setVariable: (name: string, value: VariableValue | undefined) => {
      decide('variable', name);
      set(keys.variable(name), value);
    },
    /** Replaces whole pages. The caller ensures that their parents exist and their slugs differ. */
    replacePages: ({ removed, placed }: PageReplacement) => {
      for (const [id, { parent, position, slug }] of removed) {
        decide('page', id);
        set(keys.page(id), undefined);
        set(keys.child(parent, position, id), undefined);
        if (slug !== undefined) set(keys.slug(parent, slug), undefined);
      }
      for (const [id, page] of placed) {
        set(keys.page(id), page);
        set(keys.child(page.parent, page.position, id), 1);
        if (page.slug !== undefined) set(keys.slug(page.parent, page.slug), id);
      }
    },
    /** Sets or removes a previous path of a page. */
    setPreviousPath: (path: string, id: string | undefined) => set(keys.previousPath(path.toLowerCase()), id),
    /** Marks a conflict as resolved. */
    markResolved: ({ kind, id, field }: ConflictName) => decide(kind, id, [field]),
    /** Marks a conflict as resolved together with that of another page; it can be named until the page is written. */
    markSettledWith: ({ kind, id, field }: ConflictName, sides: object, by: string) =>
      settledWith.set(keys.conflict(kind, id, field), { ...sides, settledWith: by }),
    /** The changes since the start of the edit. */
    changes: async (): Promise<Changes> => {
      const open = decided.size > 0 ? await map.range(root, ...ranges.conflicts) : [];
      const isDecided = (key: string) =>
        decided.has(key) || decided.has(key.slice(0, key.lastIndexOf('/') + 1));
      for (const [key] of open) if (isDecided(key)) set(key, undefined);
      for (const [key, sides] of settledWith) set(key, sides);
      return changes;
    },
  };
};

/** An edit in progress. */
export type Edit = ReturnType<typeof createEdit>;

// Any change to a page also resolves the conflict over its deletion.
const decidedBy = (patch: PagePatch, moves: boolean): string[] => [
  ...Object.keys(patch).filter((field) => patch[field as keyof PagePatch] !== undefined),
  ...(moves ? ['parent'] : []),
  'existence',
];

const withoutNulls = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));
