import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeDocument, parseMarkdown, printMarkdown } from '../index.ts';
import { anyDocument } from '../testing/any-document.ts';
import { law } from '../testing/random.ts';
import { type LineNode, lineText } from './line.ts';

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

/** A document without generated values: keys and anchors. */
const bare = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, item) => (name === 'key' || name === 'meta' ? undefined : item)));

describe('any Markdown', () => {
  test('is stable after one round trip', () => {
    law(pieces, isFixedPoint, 1500);
  });
  test('of any characters is stable after one round trip', () => {
    law(fc.string({ unit: 'binary', maxLength: 60 }), isFixedPoint, 500);
  });
});

/** Every node that clients know. */
const known = new Set(
  (
    'paragraph heading-1 heading-2 heading-3 list-unordered list-ordered list-tasks list-item blockquote hint divider code ' +
    'code-line math images image file drawing embed content-ref tabs tabs-item expandable table stepper stepper-step columns ' +
    'column updates update prompt swagger openapi-operation openapi-schemas openapi-webhook integration reusable-content if ' +
    'link emoji icon inline-math inline-image mention button annotation expression'
  ).split(' '),
);

describe('any document', () => {
  test('is unchanged by a round trip through Markdown', () => {
    const unseen = new Set(known);
    law(
      anyDocument,
      (document) => {
        const printed = printMarkdown(document);
        const again = parseMarkdown(printed);
        expect(bare(again)).toEqual(bare(document));
        expect(printMarkdown(again)).toBe(printed);
        for (const [, type] of JSON.stringify(document).matchAll(/"type":"([\w-]+)"/g)) unseen.delete(type!);
      },
      400,
    );
    expect([...unseen]).toEqual([]);
  });
  test('with blanks at the edges of lines and marks is accepted, with all words and blanks between them', () => {
    const blank = fc.constantFrom('', ' ', '  ', '\t');
    const leaf = fc.record({
      text: fc
        .tuple(blank, fc.constantFrom('a', 'b c', '- d', '# e', '1. f', '<b>'), blank)
        .map((parts) => parts.join('')),
      marks: fc.subarray(['bold', 'italic', 'strikethrough']),
    });
    const type = fc.constantFrom('paragraph', 'heading-1', 'heading-3');
    law(
      fc.tuple(type, fc.array(leaf, { minLength: 1, maxLength: 4 })),
      ([of, parts]) => {
        const leaves = parts.map(({ text, marks }) => ({
          object: 'leaf',
          text,
          marks: marks.map((mark) => ({ object: 'mark', type: mark })),
        }));
        const block = { object: 'block', type: of, data: {}, nodes: [{ object: 'text', leaves }] };
        const taken = normalizeDocument({ object: 'document', data: {}, nodes: [block] });
        expect(taken).toHaveProperty('document');
        if (!('document' in taken)) return;
        const line = taken.document.nodes[0]!.nodes as readonly LineNode[];
        expect(lineText(line)).toBe(
          parts
            .map(({ text }) => text)
            .join('')
            .replace(/^[ \t]+|[ \t]+$/g, ''),
        );
      },
      300,
    );
  });
  test('from a client is accepted unchanged, or rejected', () => {
    law(
      fc.tuple(anyDocument, fc.jsonValue()),
      ([document, value]) => {
        const taken = normalizeDocument(document);
        expect(taken).toHaveProperty('document');
        if ('document' in taken) expect(bare(taken.document)).toEqual(bare(document));
        expect(normalizeDocument(value)).toHaveProperty('problems');
      },
      100,
    );
  });
});
