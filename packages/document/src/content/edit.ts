import type { Changes, MerkleMap } from '../merkle/merkle-map.ts';
import { positionAtEnd, positionBetween } from '../positions.ts';
import { ContentError } from './content-error.ts';
import { childrenOf, lineageOf, pathOf, readPage, type SnapshotView } from './read.ts';
import {
  type FileRecord,
  keys,
  type PageRecord,
  type ReusableRecord,
  type VariableValue,
} from './records.ts';
import { freeSlug, slugOf } from './slugs.ts';

/** What can be said of a page when it is made or changed; null takes a field away. */
export type PagePatch = {
  readonly [Field in keyof Omit<
    PageRecord,
    'type' | 'parent' | 'position' | 'slugIsChosen' | 'createdAt' | 'updatedAt'
  >]?: PageRecord[Field] | null;
};

/** Where a page goes: below another one or at the top, and before which of those already there; at the end without. */
export interface Place {
  readonly parent: string | null;
  readonly at?: number | undefined;
}

const DEEPEST = 32;

/** An edit in progress: sees its own changes, and writes nothing until it is asked what it changed. */
export const createEdit = (
  map: MerkleMap,
  root: string,
  make: { newId: () => string; now: () => string },
) => {
  const changes = new Map<string, unknown>();

  const view: SnapshotView = {
    getMany: async (wanted) => {
      const unchanged = wanted.filter((key) => !changes.has(key));
      const found = new Map(unchanged.length > 0 ? await map.getMany(root, unchanged) : []);
      for (const key of wanted) if (changes.get(key) !== undefined) found.set(key, changes.get(key));
      return found;
    },
    range: async (from, to) => {
      const kept = (await map.range(root, from, to)).filter(([key]) => !changes.has(key));
      const own = [...changes].filter(([key, value]) => value !== undefined && key >= from && key < to);
      return [...kept, ...own].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
    },
  };

  const mustRead = async (id: string, field = 'page'): Promise<PageRecord> => {
    const page = await readPage(view, id);
    if (!page) throw new ContentError('missing', field, `There is no page ${id}`);
    return page;
  };

  const slugAt = async (parent: string | null, wanted: string, self?: string): Promise<string> => {
    // Asked in growing batches: most slugs are free, and a thousand equal titles are no thousand questions.
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

  const positionAt = async ({ parent, at }: Place, self?: string): Promise<string> => {
    if (at === undefined) return positionAtEnd(make.newId());
    const siblings = (await childrenOf(view, parent)).filter((id) => id !== self);
    if (at > siblings.length)
      throw new ContentError('invalid', 'at', `There are only ${siblings.length} pages at this place`);
    if (at === siblings.length) return positionAtEnd(make.newId());
    const before = at > 0 ? (await mustRead(siblings[at - 1]!)).position : '';
    const after = (await mustRead(siblings[at]!)).position;
    // Positions that met in a merge are equal: what goes between them goes before both.
    return positionBetween(before < after ? before : '', after);
  };

  const checkPlace = async (type: PageRecord['type'], parent: string | null, self?: string) => {
    if (parent === null) return;
    if (type === 'group') throw new ContentError('invalid', 'into', 'A group stands at the top only');
    const above = await lineageOf(view, parent);
    if (above.length === 0) throw new ContentError('missing', 'into', `There is no page ${parent}`);
    if (self !== undefined && above.some(({ id }) => id === self))
      throw new ContentError('invalid', 'into', 'A page cannot stand below itself');
    if (above.length >= DEEPEST)
      throw new ContentError('invalid', 'into', `Pages stand at most ${DEEPEST} levels deep`);
    if (above[0]!.page.type === 'link' || above[0]!.page.type === 'computed')
      throw new ContentError(
        'invalid',
        'into',
        `A page of type ${above[0]!.page.type} has no pages below it`,
      );
  };

  const put = (id: string, page: PageRecord, before?: PageRecord) => {
    if (before) {
      changes.set(keys.child(before.parent, before.position, id), undefined);
      if (before.slug !== undefined) changes.set(keys.slug(before.parent, before.slug), undefined);
    }
    changes.set(keys.page(id), ordered(page));
    changes.set(keys.child(page.parent, page.position, id), 1);
    if (page.slug !== undefined) changes.set(keys.slug(page.parent, page.slug), id);
  };

  const hasPath = (type: PageRecord['type']) => type === 'document' || type === 'group';

  const insertPage = async (
    id: string,
    type: PageRecord['type'],
    { slug, ...patch }: PagePatch & { title: string },
    place: Place,
  ): Promise<void> => {
    if (await readPage(view, id)) throw new ContentError('conflict', 'page', `There is a page ${id} already`);
    await checkPlace(type, place.parent);
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
    put(id, page as PageRecord);
  };

  const updatePage = async (id: string, { slug, ...patch }: PagePatch, place?: Place): Promise<void> => {
    const before = await mustRead(id);
    const parent = place ? place.parent : before.parent;
    if (place) await checkPlace(before.type, parent, id);
    const title = patch.title ?? before.title;
    const chosen = slug === undefined ? before.slugIsChosen === true : slug !== '' && slug !== null;
    const wanted =
      slug || (!chosen && (patch.title !== undefined || slug !== undefined) ? title : (before.slug ?? title));
    const named = hasPath(before.type)
      ? { slug: await slugAt(parent, slugOf(wanted), parent === before.parent ? id : undefined) }
      : {};
    const { slugIsChosen: _, ...rest } = before;
    const after = {
      ...withoutNulls({ ...rest, ...patch }),
      parent,
      position: place ? await positionAt(place, id) : before.position,
      ...named,
      ...(chosen && { slugIsChosen: true }),
    } as PageRecord;
    if (JSON.stringify(ordered(after)) === JSON.stringify(ordered(before))) return;
    if (before.slug !== undefined && (before.slug !== after.slug || before.parent !== after.parent))
      changes.set(keys.formerPath(pathOf(await lineageOf(view, id))), id);
    put(id, { ...after, updatedAt: make.now() }, before);
  };

  const deletePage = async (id: string): Promise<string[]> => {
    const page = await mustRead(id);
    const children = await childrenOf(view, id);
    const below: string[] = [];
    for (const child of children) below.push(...(await deletePage(child)));
    changes.set(keys.page(id), undefined);
    changes.set(keys.child(page.parent, page.position, id), undefined);
    if (page.slug !== undefined) changes.set(keys.slug(page.parent, page.slug), undefined);
    return [id, ...below];
  };

  return {
    view,
    insertPage,
    updatePage,
    deletePage,
    putFile: (id: string, file: FileRecord) => void changes.set(keys.file(id), ordered(file)),
    deleteFile: (id: string) => void changes.set(keys.file(id), undefined),
    putReusable: (id: string, content: ReusableRecord) =>
      void changes.set(keys.reusable(id), ordered(content)),
    deleteReusable: (id: string) => void changes.set(keys.reusable(id), undefined),
    setVariable: (name: string, value: VariableValue | undefined) =>
      void changes.set(keys.variable(name), value),
    /** What is different from where the edit began. */
    changes: (): Changes => changes,
  };
};

/** An edit in progress. */
export type Edit = ReturnType<typeof createEdit>;

// Equal records must have equal text: the order of fields, at every depth, is that of their names.
const ordered = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(ordered) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, ordered(field)]),
  ) as T;
};

const withoutNulls = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));
