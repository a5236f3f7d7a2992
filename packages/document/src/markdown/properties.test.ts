import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, Document, Inline, Leaf, Mark, Text } from '../document.ts';
import { normalizeDocument, parseMarkdown, printMarkdown } from '../index.ts';
import { normalLine } from './line.ts';

const atoms = [
  'a',
  'b ',
  'foo',
  'é',
  '🎉',
  '1',
  '"',
  '(',
  ')',
  '!',
  '.',
  '@',
  '=',
  '+',
  '#',
  ':',
  '\t',
  '\u00a0',
  '  ',
  '    ',
  '\n',
  '\n\n',
  '\\',
  '*',
  '**',
  '_',
  '__',
  '~~',
  '~',
  '`',
  '``',
  '```',
  '~~~',
  '[',
  '](u)',
  '](<x y> "t")',
  '![',
  '[^1]',
  '[^1]: note\n',
  '[r]: /u "t"\n',
  '[r]',
  '- ',
  '* ',
  '1. ',
  '2) ',
  '> ',
  '# ',
  '## ',
  '---',
  '===',
  '***',
  '|',
  '| a | b |\n| - | - |\n| c | d |\n',
  '- [ ] ',
  '- [x] ',
  '$$',
  '$$x$$',
  ':dog:',
  '&amp;',
  '&#x20;',
  'https://a.b',
  'www.x.y',
  'm@x.yz',
  '<b>',
  '</b>',
  '<br>',
  '<em>x</em>',
  '<p>',
  '</p>',
  '<div>',
  '</div>',
  '<String>',
  '<!-- c -->',
  '<!--',
  '<img src="i.png">',
  '<a href="x">',
  '</a>',
  '<kbd>k</kbd>',
  '<mark style="color:red;">',
  '</mark>',
  '<span>',
  '</span>',
  '<i class="fa-x">:x:</i>',
  '<code class="expression">a.b</code>',
  '<details>\n<summary>S</summary>\n\n',
  '</details>',
  '<table><tr><td>x</td></tr></table>',
  '<pre><code>x\n<strong>y</strong></code></pre>',
  '<figure><img src="a" alt="b"><figcaption><p>c</p></figcaption></figure>',
  '{% hint style="info" %}',
  '{% endhint %}',
  '{% tabs %}',
  '{% tab title="x" %}',
  '{% endtab %}',
  '{% endtabs %}',
  '{% x "y %}',
  '{%',
  '%}',
  '\\{%',
  '{% embed url="u" %}\n',
  '{% include "a" %}\n',
  '\n{% code title="a" %}\n```js\nx\n```\n{% endcode %}\n',
  '{% content-ref url="/pages/a" %}\n[x](/pages/a)\n{% endcontent-ref %}\n',
];

const pieces = fc.array(fc.constantFrom(...atoms), { maxLength: 16 }).map((list) => list.join(''));

const isFixedPoint = (markdown: string): void => {
  const document = parseMarkdown(markdown);
  const printed = printMarkdown(document);
  const again = parseMarkdown(printed);
  expect(printMarkdown(again)).toBe(printed);
  expect(again).toEqual(document);
};

const plain = (type: string): Mark => ({ object: 'mark', type });
const mark = fc.constantFrom<Mark>(
  plain('bold'),
  plain('italic'),
  plain('strikethrough'),
  plain('code'),
  plain('keyboard'),
  plain('superscript'),
  { object: 'mark', type: 'color', data: { text: 'red', background: 'default' } },
);
const words = fc.oneof(
  fc.constantFrom(
    'word',
    'two words',
    'a*b',
    '_x_',
    '1. x',
    '- y',
    '# z',
    '<b>',
    '&amp;',
    '{% x %}',
    '$$',
    '`',
    '[a](b)',
    'https://a.b',
    ':dog:',
    'x|y',
    '\\',
    '!',
    ' ',
    'a\nb',
  ),
  fc.string({ maxLength: 8 }),
);
const leaf: fc.Arbitrary<Leaf> = fc.record({
  object: fc.constant('leaf' as const),
  text: words,
  marks: fc.uniqueArray(mark, { maxLength: 2, selector: (item) => item.type }),
});
const text: fc.Arbitrary<Text> = fc
  .array(leaf, { minLength: 1, maxLength: 3 })
  .map((leaves) => ({ object: 'text', leaves }));
const inline: fc.Arbitrary<Inline> = fc.oneof(
  text.map(
    (node): Inline => ({
      object: 'inline',
      type: 'link',
      isVoid: false,
      data: { ref: { kind: 'url', url: 'https://x.y/(z)?a&b' } },
      nodes: normalLine([node], false),
    }),
  ),
  fc.constantFrom<Inline>(
    { object: 'inline', type: 'emoji', isVoid: true, data: { code: '1f436' } },
    { object: 'inline', type: 'icon', isVoid: true, data: { icon: 'gear' } },
    { object: 'inline', type: 'mention', isVoid: true, data: { ref: { kind: 'page', page: 'abc' } } },
    { object: 'inline', type: 'inline-math', isVoid: true, data: { formula: 'a_b' } },
  ),
);
const line = fc
  .array(fc.oneof(text, inline), { minLength: 1, maxLength: 4 })
  .map((nodes) => normalLine(nodes));
const block = (type: string, nodes: Block['nodes'], data = {}): Block => ({
  object: 'block',
  type,
  isVoid: false,
  data,
  nodes,
});
const paragraph = fc
  .tuple(text, line)
  .map(([first, rest]) =>
    block(
      'paragraph',
      normalLine([{ object: 'text', leaves: [{ object: 'leaf', text: 'p', marks: [] }] }, first, ...rest]),
    ),
  );
const { blocks } = fc.letrec<{ blocks: Block[]; block: Block }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    paragraph,
    fc
      .tuple(paragraph, fc.constantFrom(1, 2, 3))
      .map(([{ nodes }, level]) => block(`heading-${level}`, nodes)),
    fc.constant<Block>({ object: 'block', type: 'divider', isVoid: true, data: {} }),
    tie('blocks').map((nodes) => block('blockquote', nodes)),
    tie('blocks').map((nodes) => block('hint', nodes, { style: 'warning' })),
    fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }).map((items) =>
      block(
        'list-unordered',
        items.map((nodes) => block('list-item', nodes)),
      ),
    ),
    fc.array(tie('blocks'), { minLength: 1, maxLength: 2 }).map((items) =>
      block(
        'list-ordered',
        items.map((nodes) => block('list-item', nodes)),
        { start: 3 },
      ),
    ),
    fc.array(tie('blocks'), { minLength: 1, maxLength: 2 }).map((items) =>
      block(
        'tabs',
        items.map((nodes) => block('tabs-item', nodes, { title: 'T "x"' })),
      ),
    ),
    fc
      .array(
        fc.string({ maxLength: 10 }).map((value) => value.replace(/[\r\n\0]/g, ' ')),
        { minLength: 1, maxLength: 4 },
      )
      .map((lines) =>
        block(
          'code',
          lines.map((value) =>
            block(
              'code-line',
              value === '' ? [] : [{ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }],
            ),
          ),
          { syntax: 'js' },
        ),
      ),
  ),
}));

/** A document without what is made anew: keys and anchors. */
const bare = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, item) => (name === 'key' || name === 'meta' ? undefined : item)));

describe('any Markdown', () => {
  test('has a fixed point after one pass', () => {
    fc.assert(fc.property(pieces, isFixedPoint), { numRuns: 1500 });
  });
  test('of any characters has one too', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), isFixedPoint), { numRuns: 500 });
  });
});

describe('any document', () => {
  test('comes back from its Markdown as it was', () => {
    fc.assert(
      fc.property(blocks, (nodes) => {
        const document: Document = { object: 'document', data: {}, nodes };
        expect(bare(parseMarkdown(printMarkdown(document)))).toEqual(bare(document));
      }),
      { numRuns: 500 },
    );
  });
  test('that a client sends is taken or refused, never half of it', () => {
    fc.assert(
      fc.property(blocks, fc.jsonValue(), (nodes, value) => {
        expect(normalizeDocument({ object: 'document', data: {}, nodes })).toHaveProperty('document');
        expect(normalizeDocument(value)).toHaveProperty('problems');
      }),
      { numRuns: 50 },
    );
  });
});
