import fc from 'fast-check';
import type { Block, Data, Document, Fragment, Node } from '../document.ts';
import type { BlockType } from '../node-types.ts';
import { anyRef, codeNodes, dataOf, fileRef, icon, line, phrase, words } from './any-line.ts';
import { tableOf } from './any-table.ts';

type Blocks = fc.Arbitrary<readonly Block[]>;

const block = (type: BlockType, nodes: readonly Node[], data: Data = {}): Block => ({
  object: 'block',
  type,
  isVoid: false,
  data,
  nodes,
});
const voidBlock = (type: BlockType, data: Data, fragments?: readonly Fragment[]): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data,
  ...(fragments ? { fragments } : {}),
});

const noData = fc.constant<Data>({});
const align = fc.constantFrom('start', 'center', 'end');
const flag = fc.boolean();
const length = fc.oneof(fc.integer({ min: 1, max: 900 }), fc.constant({ unit: '%', value: 50 }));

const paragraph = fc
  .tuple(line, dataOf({}, { align }))
  .map(([nodes, data]) => block('paragraph', nodes, data));
const heading = fc
  .tuple(line, fc.constantFrom(1, 2, 3), dataOf({}, { id: fc.constantFrom('here', 'a-b'), align }))
  .map(([nodes, level, data]) => block(`heading-${level}`, nodes, data));

const syntax = fc.constantFrom('js', 'c++');
const codeOf = (options: fc.Arbitrary<Data>): fc.Arbitrary<Block> =>
  fc
    .tuple(fc.array(fc.tuple(codeNodes, flag), { minLength: 1, maxLength: 4 }), options)
    .map(([lines, data]) =>
      block(
        'code',
        lines.map(([nodes, highlighted]) =>
          // Only lines with content can be highlighted.
          block('code-line', nodes, highlighted && nodes.length > 0 ? { highlighted: true } : {}),
        ),
        data,
      ),
    );
const code = codeOf(
  dataOf(
    {},
    {
      syntax,
      title: words,
      overflow: fc.constantFrom('scroll', 'wrap'),
      lineNumbers: flag,
      fullWidth: flag,
      expandable: flag,
      collapsedLineCount: fc.integer({ min: 1, max: 99 }),
    },
  ),
);

const captionOf = (paragraphs: Blocks, fragment: string): fc.Arbitrary<readonly Fragment[]> =>
  paragraphs.map((nodes) => [{ object: 'fragment', fragment, nodes }]);
const caption = captionOf(
  line.map((nodes) => [block('paragraph', nodes)]),
  'caption',
);

const image = fc
  .tuple(
    dataOf({ ref: fileRef }, { refDark: fileRef, alt: phrase, width: length, height: length }),
    fc.oneof(caption, fc.constant([])),
  )
  .map(([data, fragments]) => voidBlock('image', data, fragments));
const images = fc
  .tuple(
    fc.array(image, { minLength: 1, maxLength: 3 }),
    dataOf(
      {},
      {
        align: fc.constantFrom('left', 'center', 'right'),
        fullWidth: fc.constant(true),
        withFrame: fc.constant(true),
      },
    ),
  )
  .map(([nodes, data]) => block('images', nodes, data));

const withPart = (type: BlockType, data: fc.Arbitrary<Data>, part: fc.Arbitrary<readonly Fragment[]>) =>
  fc
    .tuple(data, fc.option(part, { nil: undefined }))
    .map(([fields, fragments]) => voidBlock(type, fields, fragments));

const spec = fc.constant({ kind: 'openapi', spec: 'petstore' });
const operation = { path: fc.constantFrom('/pets/{id}', '/a"b'), method: fc.constantFrom('get', 'post') };
const props = fc.dictionary(
  fc.constantFrom('content', 'url', 'a', 'b.c'),
  fc.oneof(words, fc.integer(), flag, fc.constant(null), fc.constant({ a: ['%}', '{%', "'", { b: 1.5 }] })),
  { maxKeys: 3 },
);

/** Blocks without nested blocks. */
const simple: readonly fc.Arbitrary<Block>[] = [
  paragraph,
  paragraph,
  heading,
  fc.constant(voidBlock('divider', {})),
  code,
  images,
  fc
    .constantFrom('x^2', 'a\nb', '\\begin{x}\n\n  y\n\\end{x}')
    .map((formula) => voidBlock('math', { formula })),
  withPart('file', dataOf({ ref: fileRef }), caption),
  withPart(
    'embed',
    dataOf({ url: fc.constantFrom('https://e.x/?a="b"&c', '') }, { fullWidth: flag }),
    caption,
  ),
  dataOf({}, { ref: fc.constantFrom({ kind: 'file', file: 'f' }, { kind: 'url', url: 'a b.svg' }) }).map(
    (data) => voidBlock('drawing', data),
  ),
  anyRef.map((ref) => voidBlock('content-ref', { ref })),
  dataOf({ ref: fileRef, ...operation }, { expanded: flag, fullWidth: flag }).map((data) =>
    voidBlock('swagger', data),
  ),
  dataOf({ ref: spec, ...operation }, { headless: flag }).map((data) => voidBlock('openapi-operation', data)),
  dataOf(
    { ref: spec, schemas: fc.constantFrom(['Pet'], ['A', 'B'], []) },
    { grouped: flag, title: words },
  ).map((data) => voidBlock('openapi-schemas', data)),
  dataOf({ ref: spec, name: phrase, method: fc.constant('post') }, { headless: flag }).map((data) =>
    voidBlock('openapi-webhook', data),
  ),
  dataOf(
    {
      integration: fc.constant('mermaid'),
      block: fc.constantFrom('diagram', 'a.b'),
      props: props.map((all) => ({ ...all })),
    },
    { fullWidth: flag, url: phrase, action: fc.constant({ action: 'edit', more: ['x'] }) },
  ).map((data) => voidBlock('integration', data)),
  fc
    .constantFrom({ reusableContent: 'r' }, { reusableContent: 'r', space: 's' })
    .map((ref) => voidBlock('reusable-content', { ref: { kind: 'reusable-content', ...ref } })),
  fc
    .tuple(
      codeOf(dataOf({}, { syntax })),
      dataOf(
        { description: words },
        { icon, openInAIProviders: flag, defaultExpanded: fc.constantFrom('hidden', 'partial', 'full') },
      ),
    )
    .map(([one, data]) => block('prompt', [one], data)),
];

/** Blocks of table cells: those with an HTML element. */
const { cellBlocks } = fc.letrec<{ cellBlocks: readonly Block[]; cellBlock: Block }>((tie) => {
  const holder = (type: BlockType) => tie('cellBlocks').map((nodes) => block(type, nodes));
  const list = (type: BlockType, data: fc.Arbitrary<Data>) =>
    fc
      .tuple(fc.array(holder('list-item'), { minLength: 1, maxLength: 2 }), data)
      .map(([items, fields]) => block(type, items, fields));
  return {
    cellBlocks: fc.array(tie('cellBlock'), { minLength: 1, maxLength: 2 }),
    cellBlock: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      paragraph,
      heading,
      code,
      images,
      fc.constant(voidBlock('divider', {})),
      holder('blockquote'),
      list('list-unordered', noData),
      list('list-ordered', dataOf({}, { start: fc.constant(3) })),
    ),
  };
});

/** Blocks with nested blocks. */
const nested = (blocks: Blocks): readonly fc.Arbitrary<Block>[] => {
  const holder = (type: BlockType, data: fc.Arbitrary<Data> = noData) =>
    fc.tuple(blocks, data).map(([nodes, fields]) => block(type, nodes, fields));
  const group = (type: BlockType, data: fc.Arbitrary<Data>, item: BlockType, itemData: fc.Arbitrary<Data>) =>
    fc
      .tuple(fc.array(holder(item, itemData), { minLength: 1, maxLength: 3 }), data)
      .map(([nodes, fields]) => block(type, nodes, fields));
  const part = (type: string, nodes: readonly Block[]): Fragment => ({
    object: 'fragment',
    type,
    fragment: type,
    nodes,
  });
  return [
    holder('blockquote'),
    holder('hint', dataOf({ style: fc.constantFrom('info', 'success', 'warning', 'danger') }, { icon })),
    holder(
      'if',
      dataOf({ expression: fc.constantFrom('visitor.claims.a == "b"', 'a ? "%}" : \'x\'', 'a && !b') }),
    ),
    group('list-unordered', noData, 'list-item', noData),
    group('list-ordered', dataOf({}, { start: fc.constantFrom(0, 3) }), 'list-item', noData),
    group('list-tasks', noData, 'list-item', dataOf({ checked: flag })),
    group(
      'tabs',
      dataOf({}, { fullWidth: flag }),
      'tabs-item',
      dataOf({}, { title: words, icon, slug: phrase }),
    ),
    group('stepper', noData, 'stepper-step', dataOf({}, { icon })),
    group(
      'columns',
      dataOf({}, { fullWidth: flag }),
      'column',
      dataOf({}, { width: length, verticalAlignment: fc.constantFrom('top', 'middle', 'bottom') }),
    ),
    group(
      'updates',
      dataOf({ format: fc.constantFrom('numeric', 'full', 'short') }),
      'update',
      dataOf(
        { date: fc.constantFrom('2026-01-31T00:00:00.000Z', '2026-01-31T10:11:12.000Z') },
        {
          tags: fc.constantFrom(
            [],
            [
              { kind: 'tag', tag: 'a' },
              { kind: 'tag', tag: 'b' },
            ],
            [{ kind: 'tag', tag: 'a', space: 's' }],
          ),
        },
      ),
    ),
    fc
      .tuple(blocks, fc.oneof(blocks, fc.constant([])))
      .map(([primary, changed]) =>
        block('conflict', [block('conflict-primary', primary), block('conflict-changed', changed)]),
      ),
    fc
      .tuple(line, blocks, dataOf({}, { defaultExpanded: fc.constant(true) }))
      .map(([title, body, data]) =>
        voidBlock('expandable', data, [
          part('expandable-title', [block('paragraph', title)]),
          part('expandable-body', body),
        ]),
      ),
    tableOf(cellBlocks),
  ];
};

const { blocks } = fc.letrec<{ blocks: readonly Block[]; block: Block }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(...simple),
    fc.oneof(...nested(tie('blocks'))),
  ),
}));

/** Documents with all types of blocks, as parsed from Markdown, without keys and anchors. */
export const anyDocument: fc.Arbitrary<Document> = blocks.map((nodes) => ({
  object: 'document',
  data: {},
  nodes,
}));
