import type { Block, Fragment, Inline } from '../document.ts';

/** A mark of the editor, as JSON. */
export interface EditorMark {
  readonly type: string;
  readonly attrs?: Attributes | undefined;
}

/** A node of the editor, as ProseMirror's JSON. */
export interface EditorNode {
  readonly type: string;
  readonly attrs?: Attributes | undefined;
  readonly content?: readonly EditorNode[] | undefined;
  readonly marks?: readonly EditorMark[] | undefined;
  readonly text?: string | undefined;
}

/** Attributes of a node or a mark; null stands for an absent field. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Fields that every block and inline may have beside its content. */
export const FIELDS = ['key', 'isVoid', 'data', 'meta'] as const;

/** Fields of a fragment beside its content. */
export const FRAGMENT_FIELDS = ['type', 'fragment', 'key'] as const;

/** The named fields of a node that are present. */
export const pick = (from: object, names: readonly string[]): Attributes =>
  Object.fromEntries(
    Object.entries(from).filter(
      ([name, value]) => names.includes(name) && value !== undefined && value !== null,
    ),
  );

/** Whether a node has no other fields than these, so that no field is lost. */
export const hasOnly = (node: object, names: readonly string[]): boolean =>
  Object.entries(node).every(([name, value]) => names.includes(name) && value !== null);

/** Whether a block can be converted by its fields and children. */
export const isPlainBlock = (block: Block): boolean =>
  hasOnly(block, ['object', 'type', 'nodes', ...FIELDS]) && Array.isArray(block.nodes);

/** Whether a fragment can be converted by its fields and children. */
export const isPlainFragment = (fragment: Fragment): boolean =>
  hasOnly(fragment, ['object', 'nodes', ...FRAGMENT_FIELDS]);

/** Whether two JSON values are equal; the order of fields does not matter. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, at) => isSame(item, (b as unknown[])[at]))
    );
  const names = Object.keys(a).filter((name) => (a as Attributes)[name] !== undefined);
  return (
    names.length === Object.values(b).filter((value) => value !== undefined).length &&
    names.every((name) => isSame((a as Attributes)[name], (b as Attributes)[name]))
  );
};

/** The name of the atom for blocks that the editor cannot edit. */
export const PRESERVED = 'preserved';

/** The name of the atom for inlines that the editor cannot edit. */
export const PRESERVED_INLINE = 'preservedInline';

/** A node that the editor carries unchanged. */
export const preserved = (node: Block | Inline): EditorNode => ({
  type: node.object === 'block' ? PRESERVED : PRESERVED_INLINE,
  attrs: { node },
});

/** An empty paragraph in place of missing content: it is saved only after somebody writes into it. */
export const filler: EditorNode = { type: 'paragraph', attrs: { isFiller: true } };

/** Whether a node of the editor is an unused filler. */
export const isFiller = ({ type, attrs, content = [] }: EditorNode): boolean =>
  type === 'paragraph' && attrs?.isFiller === true && content.length === 0;
