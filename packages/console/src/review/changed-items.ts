import type { Response } from '../api/operations.ts';

/** One change of the list that the API returns. */
export type Change = Response<'GET', '/spaces/{spaceId}/revisions/{revisionId}/changes'>['changes'][number];

/** The ways in which something can change. */
export type Action = 'created' | 'edited' | 'moved' | 'renamed' | 'deleted';

/** The values of a field before and after. */
export interface FieldChange {
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Something that changed: a page, a file, a reusable content or the variables. */
export interface ChangedItem {
  /** Names it in addresses. */
  readonly key: string;
  readonly kind: 'page' | 'file' | 'reusable-content' | 'variables';
  readonly id: string;
  readonly title: string;
  /** The path of a page, or the media type of a file. */
  readonly detail: string;
  readonly actions: readonly Action[];
  /** Changed fields; the body of a page is `document`. */
  readonly fields: Readonly<Record<string, FieldChange>>;
  /** The parents of a moved page, in words. */
  readonly parent?: { readonly before: string; readonly after: string };
  readonly downloadURL?: string;
  /** Equal for equal changes: a mark such as “viewed” holds as long as it does not change. */
  readonly fingerprint: string;
}

const ORDER: readonly Action[] = ['created', 'deleted', 'renamed', 'moved', 'edited'];
const RENAMING = new Set(['title', 'slug', 'name', 'linkTitle']);

const actionsOf = (type: string, fields: Readonly<Record<string, FieldChange>>): Action[] => {
  const action = type.slice(type.lastIndexOf('_') + 1) as Action;
  if (action !== 'edited') return [action];
  const names = Object.keys(fields);
  return [
    ...(fields.title || fields.name ? (['renamed'] as const) : []),
    ...(names.some((name) => !RENAMING.has(name)) || !(fields.title || fields.name)
      ? (['edited'] as const)
      : []),
  ];
};

const parentName = (parent: { readonly title: string } | undefined): string =>
  parent?.title ?? 'the top level';

type Subject = Pick<ChangedItem, 'kind' | 'id' | 'title' | 'detail' | 'downloadURL'>;

const subjectOf = (change: Change): Subject => {
  if ('page' in change)
    return {
      kind: 'page',
      id: change.page.id,
      title: change.page.title,
      detail: change.page.path ?? '',
    };
  if ('file' in change)
    return {
      kind: 'file',
      id: change.file.id,
      title: change.file.name,
      detail: change.file.contentType,
      downloadURL: change.file.downloadURL,
    };
  if ('reusableContent' in change)
    return {
      kind: 'reusable-content',
      id: change.reusableContent.id,
      title: change.reusableContent.title,
      detail: '',
    };
  return { kind: 'variables', id: 'variables', title: 'Variables', detail: '' };
};

const fieldsOf = (change: Change): Readonly<Record<string, FieldChange>> => {
  if ('attributes' in change) return change.attributes;
  return 'variables' in change ? change.variables : {};
};

/** Gathers the changes of each page, file, reusable content and of the variables. */
export const changedItems = (changes: readonly Change[]): ChangedItem[] => {
  const items = new Map<string, ChangedItem>();
  for (const change of changes) {
    const subject = subjectOf(change);
    const key = `${subject.kind}:${subject.id}`;
    const known = items.get(key);
    const fields = { ...known?.fields, ...fieldsOf(change) };
    const actions = new Set([...(known?.actions ?? []), ...actionsOf(change.type, fieldsOf(change))]);
    items.set(key, {
      ...subject,
      key,
      actions: ORDER.filter((action) => actions.has(action)),
      fields,
      ...(known?.parent && { parent: known.parent }),
      ...(change.type === 'page_moved' && {
        parent: { before: parentName(change.parent.before), after: parentName(change.parent.after) },
      }),
      fingerprint: `${known?.fingerprint ?? ''}${JSON.stringify(change)}`,
    });
  }
  return [...items.values()];
};

/** The first changed page that can be shown: a deleted one is gone. */
export const shownPage = (items: readonly ChangedItem[]): ChangedItem | undefined =>
  items.find(({ kind, detail, actions }) => kind === 'page' && detail !== '' && !actions.includes('deleted'));

/** The number of items by action. */
export const countActions = (items: readonly ChangedItem[]): [Action, number][] =>
  ORDER.map((action): [Action, number] => [
    action,
    items.filter(({ actions }) => actions.includes(action)).length,
  ]).filter(([, count]) => count > 0);

/** An entry of the tree of changed items; folders have no item of their own if only pages below them changed. */
export interface ChangeNode {
  readonly name: string;
  readonly item?: ChangedItem;
  readonly children: readonly ChangeNode[];
}

interface MutableNode {
  name: string;
  item?: ChangedItem;
  children: Map<string, MutableNode>;
}

const freeze = ({ name, item, children }: MutableNode): ChangeNode => ({
  name,
  ...(item && { item }),
  children: [...children.values()].map(freeze),
});

/** Arranges changed pages by their paths; other items follow in the order given. Folders have the titles of their pages, if known. */
export const changeTree = (
  items: readonly ChangedItem[],
  titles: ReadonlyMap<string, string> = new Map(),
): ChangeNode[] => {
  const top: MutableNode = { name: '', children: new Map() };
  for (const item of items) {
    if (item.kind !== 'page' || item.detail === '') {
      top.children.set(item.key, { name: item.title, item, children: new Map() });
      continue;
    }
    let node = top;
    const parts = item.detail.split('/');
    for (const [at, part] of parts.entries()) {
      let next = node.children.get(part);
      if (!next) {
        const name = titles.get(parts.slice(0, at + 1).join('/')) ?? part;
        next = { name, children: new Map() };
        node.children.set(part, next);
      }
      node = next;
    }
    // A deleted page can have the path of a new one.
    if (node.item) top.children.set(item.key, { name: item.title, item, children: new Map() });
    else Object.assign(node, { item, name: item.title });
  }
  return freeze(top).children as ChangeNode[];
};

/** The items of a tree in the order in which they are listed. */
export const itemsInOrder = (nodes: readonly ChangeNode[]): ChangedItem[] =>
  nodes.flatMap(({ item, children }) => [...(item ? [item] : []), ...itemsInOrder(children)]);
