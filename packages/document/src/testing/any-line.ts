import fc from 'fast-check';
import type { Block, ContentRef, Data, Inline, Leaf, Mark, Text } from '../document.ts';
import { normalLine } from '../markdown/line.ts';
import type { InlineType, MarkType } from '../node-types.ts';

/** Data with optional fields in the given order. */
export const dataOf = (
  required: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  optional: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<Data> =>
  fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) }) as fc.Arbitrary<Data>;

/** Text that may look like Markdown, HTML or tags. */
export const words = fc.oneof(
  fc.constantFrom(
    'word',
    'two words',
    'a*b',
    '_x_',
    '1. x',
    '- y',
    '# z',
    '<b>',
    '</td>',
    '&amp;',
    '{% x %}',
    '%}',
    '{\\%',
    '$$',
    '`',
    '[a](b)',
    '[^1]',
    'https://a.b',
    ':dog:',
    'x|y',
    '\\',
    '!',
    '"\'',
    ' ',
  ),
  fc.string({ maxLength: 8 }),
);

/** Non-empty text on one line without white space at its edges. */
export const phrase = words.map((value) => value.replace(/\s+/g, ' ').trim()).filter((value) => value !== '');

/** Text of several lines. */
const passage = fc.oneof(words, fc.constantFrom('a\nb', 'a\n- b', 'a\n\n<div>'));

const id = fc.constantFrom('abc', 'x-1', 'Z_9');
const url = fc.constantFrom('https://x.y/(z)?a&b', '../x y.md', 'm.md#a|b', 'http://a/<b>"c"', 'a\\b');

/** References of every kind with an address in Markdown. */
export const anyRef: fc.Arbitrary<ContentRef> = fc.oneof(
  url.map((to) => ({ kind: 'url' as const, url: to })),
  id.map((page) => ({ kind: 'page' as const, page })),
  fc.record({ kind: fc.constant('page' as const), page: id, space: id }),
  fc.record({ kind: fc.constant('anchor' as const), anchor: id, page: id }),
  id.map((anchor) => ({ kind: 'anchor' as const, anchor })),
  id.map((file) => ({ kind: 'file' as const, file })),
  id.map((space) => ({ kind: 'space' as const, space })),
  id.map((user) => ({ kind: 'user' as const, user })),
  id.map((collection) => ({ kind: 'collection' as const, collection })),
);

/** References to a stored file or a URL. */
export const fileRef: fc.Arbitrary<ContentRef> = fc.oneof(
  id.map((file) => ({ kind: 'file' as const, file })),
  url.map((to) => ({ kind: 'url' as const, url: to })),
);

/** Names of icons. */
export const icon = fc.constantFrom('gear', 'circle-1', 'x');
const color = fc.constantFrom('red', 'blue', '$primary', '$tint');

const plain = (type: MarkType): Mark => ({ object: 'mark', type });
const mark = fc.oneof(
  fc.constantFrom(
    ...(['bold', 'italic', 'strikethrough', 'code', 'keyboard', 'superscript', 'subscript'] as const).map(
      plain,
    ),
  ),
  fc
    .tuple(color, fc.constantFrom('default', 'yellow', '$info'))
    .map(([text, background]): Mark => ({ object: 'mark', type: 'color', data: { text, background } })),
);
const leaf: fc.Arbitrary<Leaf> = fc.record({
  object: fc.constant('leaf' as const),
  text: passage,
  marks: fc.uniqueArray(mark, { maxLength: 2, selector: (item) => item.type }),
});
const text: fc.Arbitrary<Text> = fc
  .array(leaf, { minLength: 1, maxLength: 3 })
  .map((leaves) => ({ object: 'text', leaves }));

const inline = (type: InlineType, data: Data): Inline => ({ object: 'inline', type, isVoid: true, data });
const voidOf = (type: InlineType, data: fc.Arbitrary<Data>): fc.Arbitrary<Inline> =>
  data.map((fields) => inline(type, fields));

const inlineImage = voidOf(
  'inline-image',
  dataOf(
    { ref: fileRef },
    { refDark: fileRef, alt: phrase, size: fc.constantFrom('line', 'original'), caption: phrase },
  ),
);
const button = dataOf(
  { label: phrase, kind: fc.constantFrom('primary', 'secondary') },
  { size: fc.constantFrom('small', 'medium', 'large'), icon },
).chain((data) =>
  fc
    .oneof(
      anyRef.map((ref): Data => ({ ref })),
      fc
        .oneof(
          dataOf({ action: fc.constantFrom('search', 'ask') }, { query: words }),
          dataOf({ action: fc.constant('select'), slug: id }),
        )
        .map((action): Data => ({ action })),
      fc.constant<Data>({}),
    )
    .map((target) => inline('button', { ...data, ...target })),
);

/** Inline tags. */
const tags = [
  '{% x %}',
  '{% x a="%} | \\"<b>" %}',
  '{%%}',
  "{% don't  & `c` *d* %}",
  '{% hint style="info" %}',
];

const voids: fc.Arbitrary<Inline> = fc.oneof(
  voidOf('emoji', dataOf({ code: fc.constantFrom('1f436', '2728', '1f1e9-1f1ea', '12345') })),
  voidOf('icon', dataOf({ icon }, { color })),
  voidOf('mention', dataOf({ ref: anyRef }, { label: phrase.map((label) => `l${label}`) })),
  voidOf('inline-math', dataOf({ formula: fc.constantFrom('a_b', 'x < y', '\\frac{1}{2}', 'a|b', '`c`') })),
  voidOf('expression', dataOf({ expression: fc.oneof(fc.constant('space.vars.x + "<a>" + `b`'), phrase) })),
  voidOf('tag', dataOf({ source: fc.constantFrom(...tags) })),
  inlineImage,
  button,
);
const link: fc.Arbitrary<Inline> = fc
  .tuple(anyRef, fc.array(fc.oneof(text, inlineImage), { minLength: 1, maxLength: 2 }))
  .map(([ref, nodes]) => ({
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: { ref },
    nodes: normalLine(nodes, false),
  }));

const first: Text = { object: 'text', leaves: [{ object: 'leaf', text: 'p', marks: [] }] };
const lineOf = (inlines: fc.Arbitrary<Inline>) =>
  fc
    .array(fc.oneof(text, inlines), { minLength: 1, maxLength: 4 })
    // A line of a single image or formula is a block.
    .map((nodes) => normalLine([first, ...nodes]));

const noteLine = lineOf(fc.oneof(voids, link));
const annotation: fc.Arbitrary<Inline> = fc
  .tuple(text, fc.array(noteLine, { minLength: 1, maxLength: 2 }))
  .map(([node, lines]) => ({
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    nodes: normalLine([node], false),
    fragments: [
      {
        object: 'fragment',
        type: 'annotation-body',
        fragment: 'annotation-body',
        nodes: lines.map(
          (nodes): Block => ({ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes }),
        ),
      },
    ],
  }));

/** Normalized lines with every type of inline. */
export const line = lineOf(fc.oneof(voids, link, annotation));

/** Lines of code: plain text with annotations and expressions. */
export const codeNodes = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: words.map(
          (value): Text => ({ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }),
        ),
      },
      { weight: 1, arbitrary: voidOf('expression', dataOf({ expression: phrase })) },
    ),
    { maxLength: 2 },
  )
  .map((nodes) =>
    nodes
      .filter((node) => node.object === 'inline' || node.leaves[0]!.text !== '')
      .filter((node, at, all) => node.object === 'inline' || all[at - 1]?.object !== 'text'),
  );
