import type { ConflictSide } from '../merge/conflict.ts';
import type { Changes } from '../merkle/merkle-map.ts';
import { ContentError } from './content-error.ts';
import type { Edit, PagePatch } from './edit.ts';
import type { Conflict, ConflictName } from './merge.ts';
import { levelsBelow, lineageOf, readPage, type SnapshotView } from './read.ts';
import { type FileRecord, keys, type ReusableRecord, ranges, type VariableValue } from './records.ts';

/** An unresolved conflict, stored beside the content. A side that is absent has no value. */
export interface OpenConflict extends ConflictName {
  readonly primary?: unknown;
  readonly changed?: unknown;
}

/** The snapshot entries of a merge's conflicts. Conflicts in bodies are stored in the bodies. */
export const conflictEntries = (conflicts: readonly Conflict[], primary: 'ours' | 'theirs'): Changes =>
  new Map(
    conflicts
      .filter(({ field }) => field !== 'body')
      .map((conflict) => {
        const [main, change] = primary === 'ours' ? ['ours', 'theirs'] : ['theirs', 'ours'];
        const sides = {
          ...(conflict[change as 'ours'] !== undefined && { changed: conflict[change as 'ours'] }),
          ...(conflict[main as 'ours'] !== undefined && { primary: conflict[main as 'ours'] }),
        };
        return [keys.conflict(conflict.kind, conflict.id, conflict.field), sides] as const;
      }),
  );

/** Both values of a conflict, and the page with whose conflict it was settled, if it was. */
interface StoredSides extends Partial<Record<ConflictSide, unknown>> {
  readonly settledWith?: string;
}

/** The unresolved conflicts, except those in bodies. */
export const readConflicts = async (view: SnapshotView): Promise<OpenConflict[]> =>
  (await view.range(...ranges.conflicts))
    .filter(([, sides]) => (sides as StoredSides).settledWith === undefined)
    .map(([key, sides]) => {
      const [, kind, id, field] = key.split('/') as [string, Conflict['kind'], string, string];
      return { kind, id, field, ...(sides as object) };
    });

/** The pages changed and deleted by the resolution of a conflict. */
interface AffectedPages {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

const NO_PAGES: readonly string[] = [];

type Resolve<Values extends readonly unknown[]> = (
  name: ConflictName,
  ...values: Values
) => Promise<readonly string[]>;

// Returns the changed pages. null removes a field that the chosen side does not have.
const applyValue = (edit: Edit): { [Kind in Conflict['kind']]: Resolve<[value: unknown]> } => {
  const record = async <T>(key: string, { kind, id }: ConflictName): Promise<T> => {
    const found = (await edit.view.getMany([key])).get(key);
    if (found === undefined) throw new ContentError('missing', 'id', `no longer exists (${kind} ${id})`);
    return found as T;
  };
  return {
    page: async ({ id, field }, value) => {
      if (field === 'parent') return moveBelow(edit, id, (value ?? null) as string | null);
      await edit.updatePage(id, { [field]: value ?? null } as PagePatch);
      return [id];
    },
    file: async (name, value) => {
      const { name: fileName, git, ...content } = await record<FileRecord>(keys.file(name.id), name);
      const file = { name: fileName, git, ...content };
      edit.putFile(
        name.id,
        (name.field === 'content'
          ? { name: fileName, git, ...(value as object) }
          : { ...file, [name.field]: value }) as FileRecord,
        [name.field],
      );
      return NO_PAGES;
    },
    'reusable-content': async (name, value) => {
      const content = await record<ReusableRecord>(keys.reusable(name.id), name);
      edit.putReusable(name.id, { ...content, [name.field]: value }, [name.field]);
      return NO_PAGES;
    },
    variable: async ({ id }, value) => {
      edit.setVariable(id, value as VariableValue | undefined);
      return NO_PAGES;
    },
  };
};

// If the new parent is a descendant, its ancestor right below the page first moves to the place of the page.
const moveBelow = async (edit: Edit, id: string, parent: string | null): Promise<readonly string[]> => {
  const above = parent === null ? [] : await lineageOf(edit.view, parent);
  const self = above.findIndex((page) => page.id === id);
  try {
    const moved = self > 0 ? [above[self - 1]!.id] : [];
    for (const page of moved) await edit.updatePage(page, {}, { parent: above[self]!.page.parent });
    await edit.updatePage(id, {}, { parent });
    return [...moved, id];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new ContentError(
      'conflict',
      'keep',
      `cannot be applied, because the parent of this side ${error.message}`,
    );
  }
};

// Returns the deleted pages.
const remove = (edit: Edit): { [Kind in Conflict['kind']]: Resolve<[]> } => ({
  page: ({ id }) => edit.deletePage(id),
  file: async ({ id }) => {
    edit.deleteFile(id);
    return NO_PAGES;
  },
  'reusable-content': async ({ id }) => {
    edit.deleteReusable(id);
    return NO_PAGES;
  },
  variable: async ({ id }) => {
    edit.setVariable(id, undefined);
    return NO_PAGES;
  },
});

/**
 * Resolves a conflict with the value of one side. The existence of a page is settled with that of the pages below it; those can
 * still be named.
 */
export const settleConflict = async (
  edit: Edit,
  name: ConflictName,
  side: ConflictSide,
): Promise<AffectedPages> => {
  const key = keys.conflict(name.kind, name.id, name.field);
  const sides = (await edit.view.getMany([key])).get(key) as StoredSides | undefined;
  if (!sides)
    throw new ContentError(
      'missing',
      'field',
      `is not in conflict (${name.field} of ${name.kind} ${name.id})`,
    );
  edit.markResolved(name);
  if (name.field !== 'existence')
    return { changed: await applyValue(edit)[name.kind](name, sides[side]), deleted: NO_PAGES };
  const isKept = sides[side] === true;
  if (name.kind !== 'page')
    return { changed: NO_PAGES, deleted: isKept ? NO_PAGES : await remove(edit)[name.kind](name) };
  return settlePage(edit, name, sides, isKept);
};

const settlePage = async (
  edit: Edit,
  name: ConflictName,
  { primary, changed }: StoredSides,
  isKept: boolean,
): Promise<AffectedPages> => {
  if (!(await readPage(edit.view, name.id))) {
    if (!isKept) return { changed: NO_PAGES, deleted: NO_PAGES };
    throw new ContentError('conflict', 'keep', 'cannot be applied, because a page above it was deleted');
  }
  const open = await readConflicts(edit.view);
  const alike = open.filter(
    (other) =>
      other.kind === 'page' &&
      other.field === 'existence' &&
      other.id !== name.id &&
      other.primary === primary &&
      other.changed === changed,
  );
  const below = alike.length > 0 ? await pagesBelow(edit.view, name.id) : new Set();
  const deleted = isKept ? NO_PAGES : await remove(edit).page(name);
  for (const other of alike)
    if (below.has(other.id)) {
      edit.markResolved(other);
      edit.markSettledWith(other, { primary, changed }, name.id);
    }
  return { changed: isKept ? [name.id] : NO_PAGES, deleted };
};

const pagesBelow = async (view: SnapshotView, id: string): Promise<Set<string>> => {
  const below = new Set<string>();
  for await (const level of levelsBelow(view, id)) for (const page of level) below.add(page);
  return below;
};
