import * as Y from 'yjs';
import { matchSequences } from '../diff/sequence.ts';
import type { Attributes, EditorNode } from '../editor/editor-node.ts';
import { blockName } from '../editor/names.ts';
import { blocksOfShape } from '../editor/shapes.ts';
import { isJson } from './check-update.ts';
import { presentIn, readLine, stableJson, writeLine } from './shared-line.ts';

/**
 * The blocks of a page as a shared type: a line is a text, every other block is an element. Their type is an attribute, because Yjs
 * cannot change the name of an element: a paragraph that becomes a heading keeps what others write into it.
 */
export type SharedBlock = Y.XmlElement | Y.XmlText;

type Parent = Y.XmlFragment | Y.XmlElement;

const LINES: ReadonlySet<string> = new Set([
  ...blocksOfShape('line').map(blockName),
  blockName('code'),
  'tableHeading',
]);
const TYPE = 'type';
const ELEMENT = 'block';

/** Where the blocks of a page are in its shared document. */
export const sharedPage = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment('page');

const isLine = ({ type }: EditorNode): boolean => LINES.has(type);

const isBlock = (value: unknown): value is SharedBlock =>
  value instanceof Y.XmlElement || value instanceof Y.XmlText;

const childrenOf = (parent: Parent): readonly SharedBlock[] =>
  (parent.toArray() as unknown[]).filter((child) => isBlock(child));

/** The fields of a block as JSON, and its type. */
const fieldsOf = (block: SharedBlock): Record<string, string> =>
  block.getAttributes() as Record<string, string>;

const typeOf = (block: SharedBlock): string | undefined => {
  const type: unknown = (block as Y.XmlElement).getAttribute(TYPE);
  return typeof type === 'string' ? type : undefined;
};

const setField = (block: SharedBlock, name: string, value: string): void =>
  (block as Y.XmlElement).setAttribute(name, value);

const attributesOf = ({ [TYPE]: _, ...fields }: Record<string, string>): Attributes =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, json]) => (isJson(json) ? [[name, JSON.parse(json)]] : [])),
  );

/** Reads the blocks of a shared page; blocks that have not changed are the same objects as the last time. */
export interface BlockReader {
  readonly read: (parent: Y.XmlFragment) => readonly EditorNode[];
  readonly block: (block: SharedBlock) => EditorNode | undefined;
  /** Notes the form that a block has after it was written. */
  readonly note: (block: SharedBlock, node: EditorNode) => void;
  readonly close: () => void;
}

/** Creates a reader of the blocks of a page. */
export const createBlockReader = (page: Y.XmlFragment): BlockReader => {
  const known = new WeakMap<object, EditorNode>();
  const forget = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) => {
    for (const { target } of events)
      for (let at: Y.AbstractType<unknown> | null = target; at; at = at.parent) known.delete(at);
  };
  page.observeDeep(forget as never);
  const block = (shared: SharedBlock): EditorNode | undefined => {
    const found = known.get(shared);
    if (found) return found;
    const type = typeOf(shared);
    if (type === undefined) return undefined;
    const attrs = attributesOf(fieldsOf(shared));
    const content = shared instanceof Y.XmlText ? readLine(shared) : blocksIn(shared);
    const node: EditorNode = {
      type,
      ...(Object.keys(attrs).length > 0 && { attrs }),
      ...(content.length > 0 && { content }),
    };
    known.set(shared, node);
    return node;
  };
  const blocksIn = (parent: Parent): readonly EditorNode[] =>
    childrenOf(parent).flatMap((child) => block(child) ?? []);
  return {
    read: blocksIn,
    block,
    note: (shared, node) => void known.set(shared, node),
    close: () => page.unobserveDeep(forget as never),
  };
};

/** How a page is written. */
interface WriteOptions {
  readonly reader: BlockReader;
  /** Whether keys and numbers, which are new whenever a document is parsed, stay as they are. */
  readonly keepsKeys?: boolean;
}

const UNSTABLE = new Set(['key', 'meta', 'number']);

/** The attributes that tell blocks apart. One that was just made in an editor lacks fields that are stored without a value. */
const distinctive = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(
    Object.entries(presentIn(attributes)).filter(
      ([name, value]) =>
        !UNSTABLE.has(name) &&
        !(name === 'isVoid' && value === false) &&
        !(name === 'data' && Object.keys(value as object).length === 0),
    ),
  );

const distinctiveNode = ({ type, attrs, content, marks, text }: EditorNode): unknown => [
  type,
  distinctive(attrs),
  text,
  marks?.map((mark) => [mark.type, distinctive(mark.attrs)]),
  content?.map(distinctiveNode),
];

const contentOf = ({ type, attrs, content = [], marks = [], text }: EditorNode): unknown => [
  type,
  presentIn(attrs),
  text,
  marks.map((mark) => [mark.type, presentIn(mark.attrs)]),
  content.map(contentOf),
];

const printer = (keepsKeys: boolean) => {
  const known = new WeakMap<EditorNode, string>();
  return (node: EditorNode): string => {
    const text = known.get(node) ?? stableJson(keepsKeys ? distinctiveNode(node) : contentOf(node));
    known.set(node, text);
    return text;
  };
};

const made = (node: EditorNode): SharedBlock => {
  const block = isLine(node) ? new Y.XmlText() : new Y.XmlElement(ELEMENT);
  setField(block, TYPE, node.type);
  for (const [name, value] of Object.entries(presentIn(node.attrs))) setField(block, name, stableJson(value));
  return block;
};

/** Writes blocks into a shared page, by the fewest changes. */
export const writePage = (
  page: Y.XmlFragment,
  blocks: readonly EditorNode[],
  { reader, keepsKeys = false }: WriteOptions,
): void => {
  const print = printer(keepsKeys);
  const isSame = (block: SharedBlock, node: EditorNode): boolean => {
    const old = reader.block(block);
    return old === node || (old !== undefined && print(old) === print(node));
  };

  const insert = (parent: Parent, at: number, nodes: readonly EditorNode[]): void => {
    if (nodes.length === 0) return;
    const blocksMade = nodes.map(made);
    parent.insert(at, blocksMade);
    for (const [index, block] of blocksMade.entries()) fill(block, nodes[index]!);
  };
  const fill = (block: SharedBlock, node: EditorNode): void => {
    if (block instanceof Y.XmlText) writeLine(block, node.content ?? []);
    else insert(block, 0, node.content ?? []);
  };

  const writeFields = (block: SharedBlock, { type, attrs }: EditorNode): void => {
    const { [TYPE]: oldType, ...old } = fieldsOf(block);
    if (oldType !== type) setField(block, TYPE, type);
    const isSameBlock = () => stableJson(distinctive(attributesOf(old))) === stableJson(distinctive(attrs));
    if (keepsKeys && isSameBlock()) return;
    const fields = new Map(
      Object.entries(presentIn(attrs)).map(([name, value]) => [name, stableJson(value)]),
    );
    const isKept = (name: string) => keepsKeys && UNSTABLE.has(name) && name in old;
    for (const name of Object.keys(old)) if (!fields.has(name) && !isKept(name)) block.removeAttribute(name);
    for (const [name, json] of fields) if (old[name] !== json && !isKept(name)) setField(block, name, json);
  };

  const writeBlock = (block: SharedBlock, node: EditorNode): void => {
    if (isSame(block, node)) return;
    writeFields(block, node);
    if (block instanceof Y.XmlText) writeLine(block, node.content ?? []);
    else writeChildren(block, node.content ?? []);
  };

  /** Whether a block can become another one and keep what others write into it. */
  const canBecome = (block: SharedBlock, node: EditorNode): boolean =>
    isLine(node) ? block instanceof Y.XmlText : block instanceof Y.XmlElement && typeOf(block) === node.type;

  /** Which of some blocks become which of others: those with the same key, and then one after the other. */
  const pairs = (
    old: readonly SharedBlock[],
    nodes: readonly EditorNode[],
  ): (readonly [number, number])[] => {
    const numbers = new Map<unknown, number>();
    const numberOf = (key: unknown, other: number) => {
      if (key === undefined || key === null) return other;
      numbers.set(key, numbers.get(key) ?? numbers.size);
      return numbers.get(key)!;
    };
    const byKey = matchSequences(
      old.map((block, at) => numberOf(reader.block(block)?.attrs?.key, -1 - at)),
      nodes.map((node, at) => numberOf(node.attrs?.key, -1 - old.length - at)),
    ).filter(([x, y]) => canBecome(old[x]!, nodes[y]!));
    const found: (readonly [number, number])[] = [];
    let [x, y] = [0, 0];
    for (const [toX, toY] of [...byKey, [old.length, nodes.length] as const]) {
      while (x < toX && y < toY)
        if (canBecome(old[x]!, nodes[y]!)) found.push([x++, y++]);
        else if (toX - x > toY - y) x++;
        else y++;
      if (toX < old.length || toY < nodes.length) found.push([toX, toY]);
      [x, y] = [toX + 1, toY + 1];
    }
    return found.filter(([a, b]) => a < old.length && b < nodes.length);
  };

  const writeChildren = (parent: Parent, nodes: readonly EditorNode[]): void => {
    // Anything that is no block was not written by an editor.
    for (let at = parent.length - 1; at >= 0; at--) if (!isBlock(parent.get(at))) parent.delete(at);
    const old = childrenOf(parent);
    let start = 0;
    while (start < Math.min(old.length, nodes.length) && isSame(old[start]!, nodes[start]!)) start++;
    let end = 0;
    const most = Math.min(old.length, nodes.length) - start;
    while (end < most && isSame(old[old.length - 1 - end]!, nodes[nodes.length - 1 - end]!)) end++;
    writeBetween(parent, start, old.slice(start, old.length - end), nodes.slice(start, nodes.length - end));
  };

  const writeBetween = (
    parent: Parent,
    offset: number,
    old: readonly SharedBlock[],
    nodes: readonly EditorNode[],
  ): void => {
    const numbers = new Map<string, number>();
    const numberOf = (node: EditorNode | undefined) => {
      const text = node ? print(node) : '';
      numbers.set(text, numbers.get(text) ?? numbers.size);
      return numbers.get(text)!;
    };
    const equal = matchSequences(
      old.map((block) => numberOf(reader.block(block))),
      nodes.map(numberOf),
    );
    // From the end, so that positions before a change stay.
    let [endOld, endNodes] = [old.length, nodes.length];
    for (const [x, y] of [...equal.toReversed(), [-1, -1] as const]) {
      const [gone, come] = [old.slice(x + 1, endOld), nodes.slice(y + 1, endNodes)];
      replace(parent, offset + x + 1, gone, come);
      [endOld, endNodes] = [x, y];
    }
  };

  const replace = (
    parent: Parent,
    at: number,
    gone: readonly SharedBlock[],
    come: readonly EditorNode[],
  ): void => {
    let [endGone, endCome] = [gone.length, come.length];
    for (const [x, y] of [...pairs(gone, come).toReversed(), [-1, -1] as const]) {
      const unpaired = endGone - x - 1;
      if (unpaired > 0) parent.delete(at + x + 1, unpaired);
      insert(parent, at + x + 1, come.slice(y + 1, endCome));
      if (x >= 0) writeBlock(gone[x]!, come[y]!);
      [endGone, endCome] = [x, y];
    }
  };

  const write = () => writeChildren(page, blocks);
  if (page.doc) page.doc.transact(write);
  else write();
};
