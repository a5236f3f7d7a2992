import {
  type FileRecord,
  type PageRecord,
  type ReusableRecord,
  readKey,
  type VariableValue,
} from '@lectern/document';
import type { RevisionsService } from '../../revisions/index.ts';
import type { RevisionSnapshot } from '../pages/content.service.ts';

interface BeforeAndAfter<Before, After> {
  readonly id: string;
  readonly before: Before;
  readonly after: After;
}
type Changed<Kind extends string, T> =
  | ({ readonly type: `${Kind}_created` } & BeforeAndAfter<undefined, T>)
  | ({ readonly type: `${Kind}_edited` } & BeforeAndAfter<T, T>)
  | ({ readonly type: `${Kind}_deleted` } & BeforeAndAfter<T, undefined>);

/** One change between two snapshots: of a page, a file, a reusable content or the variables. */
export type SemanticChange =
  | Changed<'page', PageRecord>
  | ({ readonly type: 'page_moved' } & BeforeAndAfter<PageRecord, PageRecord>)
  | Changed<'file', FileRecord>
  | Changed<'reusable_content', ReusableRecord>
  | {
      readonly type: 'variables_edited';
      readonly variables: Readonly<Record<string, { before?: VariableValue; after?: VariableValue }>>;
    };

// A position change is a move, and timestamps change along with other fields.
const IGNORED_FIELDS = [
  'parent',
  'position',
  'slugIsChosen',
  'createdAt',
  'updatedAt',
  'git',
  'frontMatter',
  'isListedAsText',
];
const KINDS = { p: 'page', f: 'file', r: 'reusable_content' } as const;

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The changed fields of a record, by name. */
export const changedFields = (
  before: object,
  after: object,
): Record<string, { before: unknown; after: unknown }> => {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return Object.fromEntries(
    names
      .filter((name) => !IGNORED_FIELDS.includes(name) && !isEqual(was[name], is[name]))
      .map((name) => [name, { before: was[name], after: is[name] }]),
  );
};

const changesOf = (
  kind: 'p' | 'f' | 'r',
  id: string,
  before: object | undefined,
  after: object | undefined,
): SemanticChange[] => {
  const changeOf = (action: string) =>
    ({ type: `${KINDS[kind]}_${action}`, id, before, after }) as SemanticChange;
  if (!before) return [changeOf('created')];
  if (!after) return [changeOf('deleted')];
  const [was, is] = [before as PageRecord, after as PageRecord];
  const isMoved = kind === 'p' && (was.parent !== is.parent || was.position !== is.position);
  const isEdited = Object.keys(changedFields(before, after)).length > 0;
  return [...(isEdited ? [changeOf('edited')] : []), ...(isMoved ? [changeOf('moved')] : [])];
};

/** Compares snapshots; the cost grows with the number of changes, not with the size of the space. */
export const createChangesService = ({ revisions }: { revisions: RevisionsService }) => ({
  /** The changes from a snapshot to a revision: of pages, then files, reusable contents and variables. */
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
    const hasVariables = Object.keys(variables).length > 0;
    return [
      ...of('p'),
      ...of('f'),
      ...of('r'),
      ...(hasVariables ? [{ type: 'variables_edited' as const, variables }] : []),
    ];
  },

  /** The root of the parent of a revision. */
  rootBefore: async ({ space, revision }: RevisionSnapshot): Promise<string> => {
    const [parent] = revision.parents;
    const before = parent === undefined ? undefined : await revisions.find(space, parent);
    return before?.root ?? revisions.emptyRoot;
  },

  /** The content of a snapshot. */
  viewOf: ({ space }: RevisionSnapshot, root: string) => revisions.view(space.organization_id, root),
});

/** Compares snapshots. */
export type ChangesService = ReturnType<typeof createChangesService>;
