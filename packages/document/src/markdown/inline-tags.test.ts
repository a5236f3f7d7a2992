import { expect, test } from 'vitest';
import { parseMarkdown, plainText, printMarkdown } from '../index.ts';

const printed = (markdown: string): string => printMarkdown(parseMarkdown(markdown));
const hint = '{% hint style="info" %}\nWords **here**.\n{% endhint %}\n';

test.each([
  ['on one line', '{% hint style="info" %} Words **here**. {% endhint %}\n'],
  ['with the end on the line of the text', '{% hint style="info" %}\nWords **here**.{% endhint %}\n'],
  ['with the start on the line of the text', '{% hint style="info" %} Words **here**.\n\n{% endhint %}\n'],
])('a hint %s is a hint', (_, markdown) => {
  expect(printed(markdown)).toBe(hint);
});

const tabs =
  '{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n\n{% tab title="B" %}\ny\n{% endtab %}\n{% endtabs %}\n';

test.each([
  [
    'on one line',
    '{% tabs %}{% tab title="A" %}x{% endtab %}{% tab title="B" %}y{% endtab %}{% endtabs %}\n',
  ],
  [
    'with blanks',
    '{% tabs %} {% tab title="A" %} x {% endtab %} {% tab title="B" %} y {% endtab %} {% endtabs %}\n',
  ],
  [
    'on a line each',
    '{% tabs %}\n{% tab title="A" %}x{% endtab %}\n{% tab title="B" %}y{% endtab %}\n{% endtabs %}\n',
  ],
])('tabs %s are tabs', (_, markdown) => {
  expect(printed(markdown)).toBe(tabs);
});

test.each([
  ['one tab', '{% tabs %}{% tab title="A" %}x{% endtab %}{% endtabs %}\n', 'tabs'],
  ['nested hints', '{% hint %}{% hint %}x{% endhint %}{% endhint %}\n', 'hint'],
  ['a hint in a tab', '{% tabs %}{% tab %}{% hint %}x{% endhint %}{% endtab %}{% endtabs %}\n', 'tabs'],
  ['an empty tab', '{% tabs %}{% tab %}x{% endtab %}{% tab %} {% endtab %}{% endtabs %}\n', 'tabs'],
  ['columns', '{% columns %}{% column %}x{% endcolumn %}{% endcolumns %}\n', 'columns'],
  ['text after tabs', '{% tabs %}{% tab %}x{% endtab %}{% endtabs %} text\n', 'paragraph'],
  ['tabs without an end', '{% tabs %}{% tab %}x{% endtab %}\n', 'paragraph'],
  ['a tab without an end', '{% tabs %}{% tab %}x{% endtabs %}\n', 'paragraph'],
  ['tabs of text', '{% tabs %}x{% endtabs %}\n', 'tag'],
  ['two conditions', '{% if a %}x{% endif %} and {% if b %}y{% endif %}\n', 'paragraph'],
])('%s on one line is printed once and for all', (_, markdown, type) => {
  const document = parseMarkdown(markdown);
  expect(document.nodes[0]!.type).toBe(type);
  expect(parseMarkdown(printMarkdown(document))).toEqual(document);
});

test.each([
  ['without an end', '{% hint style="info" %} Words\n'],
  ['without a start', 'Words {% endhint %}\n'],
  ['in the middle of a text', 'Words {% hint %} and {% endhint %} words\n'],
  ['of another block', '{% hint style="info" %} Words {% endtab %}\n'],
])('tags %s stay in the text', (_, markdown) => {
  expect(printed(markdown)).toBe(markdown);
});

test.each([
  ['alone', '{% step %}## T\n\nText.\n{% endstep %}'],
  ['with a text below it', '{% step %} ## T\nText.\n{% endstep %}'],
  ['on one line with the end of a text', '{% step %}## T\n\nText.{% endstep %}'],
])('a title on the line of the tag is a heading, %s', (_, step) => {
  expect(printed(`{% stepper %}\n${step}\n{% endstepper %}\n`)).toBe(
    '{% stepper %}\n{% step %}\n## T\n\nText.\n{% endstep %}\n{% endstepper %}\n',
  );
});

test.each([
  ['before the next tab', '{% tab title="A" %}\nx\n\n{% tab title="B" %}\ny\n{% endtab %}'],
  ['before the end of the tabs', '{% tab title="A" %}\nx\n{% endtab %}\n\n{% tab title="B" %}\ny'],
  ['anywhere', '{% tab title="A" %}\nx\n{% tab title="B" %}\ny'],
])('a tab without an end %s is a tab', (_, inner) => {
  expect(printed(`{% tabs %}\n${inner}\n{% endtabs %}\n\nAfter.\n`)).toBe(`${tabs}\nAfter.\n`);
});

test('items without an end stay as they are if it is not certain where they end', () => {
  for (const markdown of [
    '{% tabs %}\n\n{% tab title="A" %}\n\nx\n\n{% tab title="B" %}\n\ny\n',
    '{% tab title="A" %}\n\nx\n\n{% endtabs %}\n',
    '{% stepper %}\n\n{% tab title="A" %}\n\nx\n\n{% endstepper %}\n',
  ])
    expect(printed(markdown)).toBe(markdown);
});

test('inner tabs without an end belong to the inner tabs', () => {
  const inner = '{% tabs %}\n{% tab title="C" %}\nz\n{% endtabs %}';
  const outer = `{% tabs %}\n{% tab title="A" %}\n${inner}\n\nx\n{% tab title="B" %}\ny\n{% endtabs %}\n`;
  expect(printed(outer)).toBe(
    '{% tabs %}\n{% tab title="A" %}\n{% tabs %}\n{% tab title="C" %}\nz\n{% endtab %}\n{% endtabs %}\n\nx\n{% endtab %}\n\n{% tab title="B" %}\ny\n{% endtab %}\n{% endtabs %}\n',
  );
});

test('a prompt of other blocks is a prompt with their text', () => {
  const markdown = '{% prompt description="D" %}\nDo this.\n\n* And **that**\n{% endprompt %}\n';
  const document = parseMarkdown(markdown);
  expect(document.nodes).toMatchObject([
    { type: 'prompt', data: { description: 'D' }, nodes: [{ type: 'code' }] },
  ]);
  const text = '{% prompt description="D" %}\n```\nDo this.\n\n* And **that**\n```\n{% endprompt %}\n';
  expect(printMarkdown(document)).toBe(text);
  expect(parseMarkdown(text)).toEqual(document);
});

test('unknown tags in text keep their letters', () => {
  expect(plainText(parseMarkdown('Use <Foo>bar</Foo> now.\n')).trim()).toBe('Use <Foo>bar</Foo> now.');
});
