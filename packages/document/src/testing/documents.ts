import type { Block, Document, Fragment, Inline, Leaf, Node, Text } from '../document.ts';
import type { BlockType } from '../node-types.ts';
import type { Random } from './random.ts';

/** Generates unique words with the prefix of a writer. */
export interface Words {
  readonly word: () => string;
}

const COMMON = ['the', 'page', 'of', 'a', 'user', 'opens', 'and', 'then'];

/** The words of a writer, mixed with common ones unless all must be different. */
export const createWords = (random: Random, prefix: string, unique: boolean): Words => {
  let count = 0;
  return { word: () => (unique || random.chance(0.6) ? `${prefix}${count++}` : random.pick(COMMON)) };
};

/** The source of random choices and words. */
export interface Writer {
  readonly random: Random;
  readonly words: Words;
}

const leaf = (text: string, bold = false): Leaf => ({
  object: 'leaf',
  text,
  marks: bold ? [{ object: 'mark', type: 'bold' }] : [],
});

const sentence = ({ random, words }: Writer, most = 9): string =>
  Array.from({ length: 1 + random.below(most) }, words.word).join(' ');

const line = (writer: Writer): (Text | Inline)[] => {
  const { random, words } = writer;
  const plain: Text = { object: 'text', leaves: [leaf(sentence(writer))] };
  if (random.chance(0.6)) return [plain];
  if (random.chance(0.5)) {
    return [
      {
        object: 'text',
        leaves: [leaf(`${sentence(writer)} `), leaf(words.word(), true), leaf(` ${sentence(writer)}`)],
      },
    ];
  }
  const link: Inline = {
    object: 'inline',
    type: 'link',
    data: { ref: { kind: 'url', url: words.word() } },
    nodes: [{ object: 'text', leaves: [leaf(words.word())] }],
  };
  return [
    { object: 'text', leaves: [leaf(`${sentence(writer)} `)] },
    link,
    { object: 'text', leaves: [leaf(` ${sentence(writer)}`)] },
  ];
};

const block = (type: BlockType, nodes: readonly Node[], data: Record<string, unknown> = {}): Block => ({
  object: 'block',
  type,
  data,
  nodes,
});

const fragment = (name: string, nodes: readonly Node[], type?: string): Fragment => ({
  object: 'fragment',
  fragment: name,
  ...(type && { type }),
  nodes,
});

const some = <T>({ random }: Writer, most: number, make: () => T): T[] =>
  Array.from({ length: 1 + random.below(most) }, make);

const paragraph = (writer: Writer): Block => block('paragraph', line(writer));
const codeLine = (writer: Writer): Block =>
  block('code-line', [{ object: 'text', leaves: [leaf(sentence(writer, 3))] }]);

const table = (writer: Writer): Block => {
  const { random } = writer;
  const columns = ['_a', '_b', '_c'].slice(0, 1 + random.below(3));
  const fragments: Fragment[] = [];
  const records: Record<string, unknown> = {};
  for (let row = 0; row < 1 + random.below(3); row++) {
    const values: Record<string, unknown> = { _n: random.below(5) };
    for (const column of columns) {
      values[column] = `_${row}${column}`;
      fragments.push(fragment(`_${row}${column}`, [paragraph(writer)]));
    }
    records[`_${row}`] = { orderIndex: String(row), values };
  }
  const definition = Object.fromEntries(
    columns.map((id) => [id, { id, type: 'text', title: writer.words.word() }]),
  );
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: { view: { type: 'grid', columns }, definition, records },
    fragments,
  };
};

const ITEMS: Record<string, (writer: Writer, depth: number) => Block> = {
  tabs: (writer, depth) => block('tabs-item', flow(writer, depth, 2), { title: writer.words.word() }),
  stepper: (writer, depth) => block('stepper-step', flow(writer, depth, 2)),
  columns: (writer, depth) => block('column', flow(writer, depth, 2)),
  'list-unordered': (writer, depth) => block('list-item', flow(writer, depth, 2)),
  code: (writer) => codeLine(writer),
};

const FLOW = new Set(['hint', 'blockquote', 'tabs-item', 'stepper-step', 'column', 'list-item']);

const simple: readonly ((writer: Writer) => Block)[] = [
  paragraph,
  paragraph,
  paragraph,
  (writer) => block(writer.random.pick(['heading-1', 'heading-2']), line(writer)),
  (writer) =>
    block(
      'code',
      some(writer, 5, () => codeLine(writer)),
      { syntax: writer.random.pick(['js', 'ts']) },
    ),
  (writer) => ({ object: 'block', type: 'math', isVoid: true, data: { formula: sentence(writer, 3) } }),
  () => ({ object: 'block', type: 'divider', isVoid: true }),
  table,
];

const nested: readonly ((writer: Writer, depth: number) => Block)[] = [
  (writer, depth) => block('hint', flow(writer, depth, 3), { style: writer.random.pick(['info', 'danger']) }),
  (writer, depth) => block('blockquote', flow(writer, depth, 2)),
  ...(['tabs', 'stepper', 'columns', 'list-unordered'] as const).map(
    (type) => (writer: Writer, depth: number) =>
      block(
        type,
        some(writer, 3, () => ITEMS[type]!(writer, depth)),
      ),
  ),
  (writer, depth) => ({
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: {},
    fragments: [
      fragment('expandable-title', [paragraph(writer)], 'expandable-title'),
      fragment('expandable-body', flow(writer, depth, 2), 'expandable-body'),
    ],
  }),
];

const anyBlock = (writer: Writer, depth: number): Block =>
  depth > 0 && writer.random.chance(0.35)
    ? writer.random.pick(nested)(writer, depth - 1)
    : writer.random.pick(simple)(writer);

const flow = (writer: Writer, depth: number, most: number): Block[] =>
  some(writer, most, () => anyBlock(writer, depth));

/** A document of several blocks. */
export const writeDocument = (writer: Writer, size: number): Document => ({
  object: 'document',
  data: {},
  nodes: Array.from({ length: size }, () => anyBlock(writer, 2)),
});

/** A new block for the top of a document. */
export const writeBlock = (writer: Writer): Block => anyBlock(writer, 1);

/** A document after a number of random edits. */
export const editDocument = (writer: Writer, document: Document, edits: number): Document => {
  let nodes = document.nodes;
  for (let edit = 0; edit < edits; edit++) nodes = editFlow(writer, nodes);
  return { ...document, nodes };
};

const editFlow = (writer: Writer, nodes: readonly Block[]): Block[] =>
  editSequence(writer, nodes, () => anyBlock(writer, 1), true);

const editSequence = (
  writer: Writer,
  nodes: readonly Block[],
  make: () => Block,
  wraps: boolean,
): Block[] => {
  const { random } = writer;
  const at = random.below(nodes.length);
  const one = nodes[at];
  const next = [...nodes];
  if (one === undefined || random.chance(0.2)) next.splice(random.below(nodes.length + 1), 0, make());
  else if (random.chance(0.15) && nodes.length > 1) next.splice(at, 1);
  else if (random.chance(0.12)) next.splice(random.below(nodes.length), 0, ...next.splice(at, 1));
  else if (wraps && random.chance(0.08)) next[at] = block('hint', [one], { style: 'info' });
  else if (wraps && random.chance(0.05) && one.type === 'hint')
    next.splice(at, 1, ...((one.nodes ?? []) as Block[]));
  else next[at] = editBlock(writer, one);
  return next;
};

/** A block with a random change inside of it. */
export const editBlock = (writer: Writer, one: Block): Block => {
  const { random, words } = writer;
  if (one.type === 'math') return { ...one, data: { formula: sentence(writer, 3) } };
  if (one.type === 'divider') return paragraph(writer);
  if (one.type === 'table') return editTable(writer, one);
  if (one.fragments !== undefined) {
    const at = random.below(one.fragments.length);
    const fragments = one.fragments.map((part, index) =>
      index === at
        ? {
            ...part,
            nodes:
              part.nodes.length > 1 || random.chance(0.5)
                ? editFlow(writer, part.nodes as Block[])
                : [editBlock(writer, part.nodes[0] as Block)],
          }
        : part,
    );
    return { ...one, fragments };
  }
  const holdsLine = one.nodes?.some((node) => node.object !== 'block');
  if (holdsLine && one.type !== 'code-line' && random.chance(0.1))
    return { ...one, type: random.pick(['heading-1', 'paragraph', 'heading-2']) };
  if (holdsLine) return { ...one, nodes: editLine(writer, one.nodes as (Text | Inline)[]) };
  if (one.data?.title !== undefined && random.chance(0.15))
    return { ...one, data: { ...one.data, title: words.word() } };
  if (one.type === 'code' && random.chance(0.15))
    return { ...one, data: { ...one.data, syntax: words.word() } };
  const make = ITEMS[one.type];
  const nodes = (one.nodes ?? []) as Block[];
  if (make !== undefined) return { ...one, nodes: editSequence(writer, nodes, () => make(writer, 1), false) };
  return FLOW.has(one.type) ? { ...one, nodes: editFlow(writer, nodes) } : one;
};

const editLine = (writer: Writer, nodes: readonly (Text | Inline)[]): (Text | Inline)[] => {
  const at = writer.random.below(nodes.length);
  return nodes.map((node, index) => {
    if (index !== at || node.object !== 'text') return node;
    const which = writer.random.below(node.leaves.length);
    return {
      ...node,
      leaves: node.leaves.map((one, i) => (i === which ? { ...one, text: editText(writer, one.text) } : one)),
    };
  });
};

const editText = ({ random, words }: Writer, text: string): string => {
  const pieces = text.split(' ');
  const at = random.below(pieces.length);
  if (random.chance(0.4)) pieces.splice(at, 0, words.word());
  else if (random.chance(0.3) && pieces.length > 1 && pieces[at] !== '') pieces.splice(at, 1);
  else if (pieces[at] !== '') pieces[at] = words.word();
  else pieces.splice(at, 0, '', words.word());
  return pieces.join(' ');
};

const editTable = (writer: Writer, one: Block): Block => {
  const { random, words } = writer;
  const fragments = one.fragments ?? [];
  const records = one.data?.records as Record<
    string,
    { orderIndex: string; values: Record<string, unknown> }
  >;
  if (random.chance(0.2)) {
    const id = `_${words.word()}`;
    const cell = fragment(`${id}_a`, [paragraph(writer)]);
    const added = {
      ...records,
      [id]: { orderIndex: random.pick(['0', '00', '1', '15']), values: { _a: `${id}_a` } },
    };
    return { ...one, data: { ...one.data, records: added }, fragments: [...fragments, cell] };
  }
  const row = random.pick(Object.keys(records));
  if (random.chance(0.2) && Object.keys(records).length > 1) {
    const { [row]: gone, ...left } = records;
    const names = new Set(Object.values(gone!.values));
    return {
      ...one,
      data: { ...one.data, records: left },
      fragments: fragments.filter(({ fragment: name }) => !names.has(name)),
    };
  }
  if (random.chance(0.2)) {
    const changed = {
      ...records,
      [row]: { ...records[row]!, values: { ...records[row]!.values, _n: random.below(9) } },
    };
    return { ...one, data: { ...one.data, records: changed } };
  }
  const at = random.below(fragments.length);
  return {
    ...one,
    fragments: fragments.map((cell, index) =>
      index === at ? { ...cell, nodes: [editBlock(writer, cell.nodes[0] as Block)] } : cell,
    ),
  };
};
