import {
  type FileRecord,
  type PageRecord,
  pathOf,
  type ReusableRecord,
  readKey,
  readPages,
  type SnapshotView,
  type VariableValue,
} from '@lectern/document';
import type { RevisionsService } from '../../revisions/index.ts';
import type { RevisionSnapshot } from '../pages/pages.service.ts';

interface Before<Before, After> {
  readonly id: string;
  readonly before: Before;
  readonly after: After;
}
type Changed<Kind extends string, T> =
  | ({ readonly type: `${Kind}_created` } & Before<undefined, T>)
  | ({ readonly type: `${Kind}_edited` } & Before<T, T>)
  | ({ readonly type: `${Kind}_deleted` } & Before<T, undefined>);

/** What happened to one thing between two snapshots. */
export type SemanticChange =
  | Changed<'page', PageRecord>
  | ({ readonly type: 'page_moved' } & Before<PageRecord, PageRecord>)
  | Changed<'file', FileRecord>
  | Changed<'reusable_content', ReusableRecord>
  | {
      readonly type: 'variables_edited';
      readonly variables: Readonly<Record<string, { before?: VariableValue; after?: VariableValue }>>;
    };

/** A page of a change, with where it is found. */
export interface LocatedPage {
  readonly id: string;
  readonly page: PageRecord;
  readonly path: string | undefined;
}

// Where a page stands is a move, and what the machine notes about it is no change of its own.
const BESIDES = ['parent', 'position', 'slugIsChosen', 'createdAt', 'updatedAt', 'git'];
const KINDS = { p: 'page', f: 'file', r: 'reusable_content' } as const;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields of a record that differ, by name. */
export const changedFields = (
  before: object,
  after: object,
): Record<string, { before: unknown; after: unknown }> => {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return Object.fromEntries(
    names
      .filter((name) => !BESIDES.includes(name) && !same(was[name], is[name]))
      .map((name) => [name, { before: was[name], after: is[name] }]),
  );
};

const changesOf = (
  kind: 'p' | 'f' | 'r',
  id: string,
  before: object | undefined,
  after: object | undefined,
): SemanticChange[] => {
  const made = (what: string) => ({ type: `${KINDS[kind]}_${what}`, id, before, after }) as SemanticChange;
  if (!before) return [made('created')];
  if (!after) return [made('deleted')];
  const [was, is] = [before as PageRecord, after as PageRecord];
  const isMoved = kind === 'p' && (was.parent !== is.parent || was.position !== is.position);
  const isEdited = Object.keys(changedFields(before, after)).length > 0;
  return [...(isEdited ? [made('edited')] : []), ...(isMoved ? [made('moved')] : [])];
};

/** What changed between snapshots, at a cost that grows with the change and not with the space. */
export const createChangesService = ({ revisions }: { revisions: RevisionsService }) => ({
  /** The changes that lead from a snapshot to the one that is read: of pages, then files, contents and variables. */
  changesBetween: async (
    { space, revision }: RevisionSnapshot,
    rootBefore: string,
  ): Promise<SemanticChange[]> => {
    const found = await revisions.merkleMap(space.organization_id).diff(rootBefore, revision.root);
    const of = (kind: 'p' | 'f' | 'r') =>
      found
        .filter(({ key }) => readKey(key).kind === kind)
        .flatMap(({ key, before, after }) =>
          changesOf(kind, readKey(key).id, before as object | undefined, after as object | undefined),
        );
    const variables = Object.fromEntries(
      found
        .filter(({ key }) => readKey(key).kind === 'v')
        .map(({ key, before, after }) => [
          readKey(key).id,
          { ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
        ]),
    ) as Extract<SemanticChange, { type: 'variables_edited' }>['variables'];
    const ofVariables = Object.keys(variables).length > 0;
    return [
      ...of('p'),
      ...of('f'),
      ...of('r'),
      ...(ofVariables ? [{ type: 'variables_edited' as const, variables }] : []),
    ];
  },

  /** The snapshot that a revision was made from. */
  rootBefore: async ({ space, revision }: RevisionSnapshot): Promise<string> => {
    const [parent] = revision.parents;
    const before = parent === undefined ? undefined : await revisions.find(space, parent);
    return before?.root ?? revisions.emptyRoot;
  },

  /** What a snapshot holds. */
  viewOf: ({ space }: RevisionSnapshot, root: string) => revisions.view(space.organization_id, root),
});

/** Pages with where they are found: one look at the snapshot per level, for all of them. */
export const locatePages = async (
  view: SnapshotView,
  ids: readonly string[],
): Promise<Map<string, LocatedPage>> => {
  const pages = new Map<string, PageRecord>();
  let wanted = [...new Set(ids)];
  while (wanted.length > 0) {
    const found = await readPages(view, wanted);
    for (const [id, page] of found) pages.set(id, page);
    const parents = [...found.values()].flatMap(({ parent }) => (parent === null ? [] : [parent]));
    wanted = [...new Set(parents)].filter((id) => !pages.has(id));
  }
  const lineage = (id: string | null): { page: PageRecord }[] => {
    const page = id === null ? undefined : pages.get(id);
    return page ? [{ page }, ...lineage(page.parent)] : [];
  };
  return new Map(
    ids.flatMap((id) => {
      const page = pages.get(id);
      if (!page) return [];
      return [[id, { id, page, path: page.slug === undefined ? undefined : pathOf(lineage(id)) }] as const];
    }),
  );
};

/** What changed between snapshots. */
export type ChangesService = ReturnType<typeof createChangesService>;
