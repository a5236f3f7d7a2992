import { describe, expect, test } from 'vitest';
import { keepFormatting, parseMarkdown, printPageFile, readPageFile, stableRefs } from '../index.ts';

const reprint = (text: string): string => printPageFile(readPageFile(text, stableRefs), stableRefs);
const hint = (style: string, content: string): string =>
  `{% hint style="${style}" %}\n${content}\n{% endhint %}\n`;
const anchor = (id: string): string => `<a href="#${id}" id="${id}"></a>`;
const fold = (title: string, content: string, open = ''): string =>
  `<details${open}>\n\n<summary>${title}</summary>\n\n${content}\n\n</details>\n`;
const tab = (title: string, content: string): string =>
  `{% tab title="${title}" %}\n${content}\n{% endtab %}`;

describe('admonitions of other systems', () => {
  test.each([
    ['Docusaurus', ':::note\nWords\n:::\n', hint('info', 'Words')],
    ['a title', ':::tip My **title**\n\nWords\n\n:::\n', hint('success', '**My title**\n\nWords')],
    [
      'a title in brackets',
      ':::danger[Take care]{#id}\nWords\n:::\n',
      hint('danger', '**Take care**\n\nWords'),
    ],
    [
      'more colons',
      '::::info\na\n:::tip\nb\n:::\n::::\n',
      hint('info', `a\n\n${hint('success', 'b').trim()}`),
    ],
    ['as many colons', ':::info\n:::tip\nb\n:::\n:::\n', hint('info', hint('success', 'b').trim())],
    ['VitePress', '::: warning\nWords\n:::\n', hint('warning', 'Words')],
    ['foldable', '::: details Show `me`\nWords\n:::\n', fold('Show&#x20;<code>me</code>', 'Words')],
    ['MyST', ':::{note} Title\nWords\n:::\n', hint('info', '**Title**\n\nWords')],
    ['Quarto', '::: {.callout-tip title="T"}\nWords\n:::\n', hint('success', '**T**\n\nWords')],
    [
      'classes inside of it',
      '::: {.callout-note}\n::: {.column}\na\n:::\nb\n:::\n',
      hint('info', '```\n::: {.column}\n```\n\na\n\n```\n:::\n```\n\nb'),
    ],
    ['colons in code', ':::note\n```\n:::\n```\n:::\n', hint('info', '```\n:::\n```')],
    [
      'in an item',
      '* a\n\n  :::note\n  b\n  :::\n',
      '* a\n\n  {% hint style="info" %}\n  b\n  {% endhint %}\n',
    ],
    ['MkDocs', '!!! note\n    Words\n\n    * a\n\nMore\n', `${hint('info', 'Words\n\n* a')}\nMore\n`],
    ['MkDocs with a title', '!!! bug inline end "T"\n    a\n', hint('danger', '**T**\n\na')],
    ['another kind', '!!! example\n\ta\n', hint('info', '**Example**\n\na')],
    ['foldable of MkDocs', '??? tip "T"\n    a\n', fold('T', 'a')],
    ['open', '???+ tip\n    a\n', fold('Tip', 'a', ' open')],
    ['tabs in code', '!!! note\n\n\t```\n\t\ta\n\t```\n', hint('info', '```\n\ta\n```')],
    [
      'in each other',
      '!!! note\n    a\n\n    ??? tip\n        b\n',
      hint('info', `a\n\n${fold('Tip', 'b').trim()}`),
    ],
    ['Obsidian', '> [!warning]- Title\n> Words\n', fold('Title', 'Words')],
    ['open of Obsidian', '> [!example]+\n> Words\n', fold('Example', 'Words', ' open')],
    ['with a title of Obsidian', '> [!note] Title\n> Words\n', hint('info', '**Title**\n\nWords')],
    ['of another kind', '> [!quote] Words\n', hint('info', 'Words')],
    [
      'in a quote',
      '> a\n>\n> > [!bug]\n> > b\n',
      `> a\n>\n> {% hint style="danger" %}\n> **Bug**\n>\n> b\n> {% endhint %}\n`,
    ],
  ])('%s', (_, source, expected) => {
    expect(reprint(source)).toBe(expected);
    expect(reprint(expected)).toBe(expected);
  });
});

describe('other notations', () => {
  test.each([
    [
      'tabs of MkDocs',
      '=== "A"\n\n    ```js\n    a\n    ```\n\n=== \'B\'\n\n    b\n',
      `{% tabs %}\n${tab('A', '```js\na\n```')}\n\n${tab('B', 'b')}\n{% endtabs %}\n`,
    ],
    [
      'groups of code',
      '::: code-group\n```js [a.js]\na\n```\n\n```ts\nb\n```\n:::\n',
      `{% tabs %}\n${tab('a.js', '```js\na\n```')}\n\n${tab('ts', '```ts\nb\n```')}\n{% endtabs %}\n`,
    ],
    [
      'a shortcode',
      'a\n{{< figure src="_b_"\n  alt="c" >}}\nd\n',
      'a\n\n```\n{{< figure src="_b_"\n  alt="c" >}}\n```\n\nd\n',
    ],
    [
      'a pair',
      '{{% notice tip %}}\na\n{{% /notice %}}\n',
      '```\n{{% notice tip %}}\n```\n\na\n\n```\n{{% /notice %}}\n```\n',
    ],
    ['code of Jekyll', '{% highlight ruby linenos %}\na\n b\n{% endhighlight %}\n', '```ruby\na\n b\n```\n'],
    ['code of Hugo', '{{< highlight go "x=1" >}}\na\n{{< /highlight >}}\n', '```go\na\n```\n'],
    ['an unknown block', '::: steps\na\n:::\n', '```\n::: steps\n```\n\na\n\n```\n:::\n```\n'],
    [
      'imports',
      "import A from '@theme/A';\nimport './b.css'\n\na\n",
      "<!--\nimport A from '@theme/A';\nimport './b.css'\n-->\n\na\n",
    ],
    [
      'exports',
      'a\n\nexport const b = (c) => (\n  <i>{c}</i>\n);\n',
      'a\n\n```jsx\nexport const b = (c) => (\n  <i>{c}</i>\n);\n```\n',
    ],
    [
      'an import in an admonition',
      ":::note\nimport a from 'b'\n:::\n",
      hint('info', "```jsx\nimport a from 'b'\n```"),
    ],
    ['an import in a quote', "> import a from './b'\n", "> ```jsx\n> import a from './b'\n> ```\n"],
    [
      'an export before the end of a tag',
      '{% hint style="info" %}\n\nexport const a = 1;\n{% endhint %}\n',
      hint('info', '```jsx\nexport const a = 1;\n```'),
    ],
    ['an export by name', 'export { a, b };\n', '```jsx\nexport { a, b };\n```\n'],
    ['a default export', 'export default Layout\n', '```jsx\nexport default Layout\n```\n'],
    ['a component', '<Chart\n  data={[1, 2]}\n/>\n', '```jsx\n<Chart\n  data={[1, 2]}\n/>\n```\n'],
    ['a comment of MDX', '{/* a */}\n\nb\n', '<!-- a -->\n\nb\n'],
    ['a long comment of MDX', '{/*\n  a\n\n  b\n*/}\nc\n', '<!--\n  a\n\n  b\n-->\n\nc\n'],
    [
      'the id of a heading',
      '## A *b* {#c-d}\n\n### E { #f } ##\n',
      `## A _b_ ${anchor('c-d')}\n\n### E ${anchor('f')}\n`,
    ],
    [
      'an id of kramdown and MDX',
      '## A {: #b}\n\n## C {/* #d */}\n',
      `## A ${anchor('b')}\n\n## C ${anchor('d')}\n`,
    ],
  ])('%s', (_, source, expected) => {
    expect(reprint(source)).toBe(expected);
    expect(reprint(expected)).toBe(expected);
  });
});

test.each([
  '```\n:::note\na\n:::\n```\n',
  '<!--\n:::note\na\n:::\n-->\n',
  ':::note\n',
  'a ::: b\n',
  '!!! note\n\na\n',
  'Wow!!! a\n',
  '??? a\n',
  '\\:::note\n\na\n\n\\:::\n',
  "import a from 'b' and more.\n",
  '    :::note\n    a\n    :::\n',
  '{/* a\n\nb\n',
  '## A {.b}\n',
  '## A\\{#b}\n',
])('%j is none', (source) => {
  expect(reprint(source)).not.toMatch(/hint|details|jsx/);
  expect(reprint(reprint(source))).toBe(reprint(source));
});

test.each([
  'export default settings to CSV with the button below.',
  'export function keys work like this',
  'export class names as text.',
  'export {name} as a file',
  'import all data from "file.csv"',
  'export const',
])('%j is a sentence', (text) => {
  expect(reprint(`${text}\n`)).toBe(`${text}\n`);
});

test.each([
  'import data from "file.csv"',
  '> import data from "file.csv"\n>\n> and more',
  "import './a.css'\nand more",
  '{% hint style="info" %}\nimport a from \'b\'\n{% endhint %}',
  '* a\n\n  import a from "b"',
  'export const a = 1',
  'export default function a() {}',
  '{/* a */}',
  'a\n\n{/* b\nc */}',
  '&#x20;<Chart\ndata={a}\n/>',
  '&#x20;<Chart data={a} /> and more',
])('%j that was written here stays text in a file', (markdown) => {
  const file = printPageFile({ fields: { title: 'T' }, document: parseMarkdown(markdown) }, stableRefs);
  expect(file).not.toMatch(/```|<!--/);
  expect(readPageFile(file, stableRefs).document).toEqual(parseMarkdown(markdown));
});

test.each([
  `# T\n\n{{< tabs >}}\n{{< tab "x" >}}\nimport a from '@x/b';\n\n<Foo a={c} />\n{{< /tab >}}\n{{< /tabs >}}\n`,
  "{% note %}\nimport a from 'b';\n\n<Foo a={c} />\n{% endnote %}",
  '{{< tab >}}\nexport default A;\n\n{/* a */}\n\n<Foo\n a={c}\n/>',
])('%j is exported the same again', (source) => {
  expect(reprint(reprint(source))).toBe(reprint(source));
});

describe('a file keeps its notation', () => {
  const file =
    '# T\n\n:::note Title\nOne\ntwo\n:::\n\n:::tip\nZero\n:::\n\n!!! tip\n    Three\n\n    Four\n\n{{< figure src="a" >}}\n* five\n\n    !!! tip\n        Six\n';
  const after = (from: string, to: string): string => {
    const base = reprint(file);
    return keepFormatting({ existing: file, base, printed: base.replace(from, to) }, reprint);
  };
  test.each([
    ['in a block that is edited', 'Zero', 'Edited', file.replace('Zero', 'Edited')],
    ['in another line', 'five', 'six', file.replace('five', 'six')],
    ['in a block beside one in a list', 'Three', 'Zero', file.replace('    Three', '    Zero')],
    ['in a shortcode', 'src="a"', 'src="b"', file.replace('src="a"', 'src="b"')],
    [
      'unless it cannot express the edit',
      'Four',
      'Five',
      file.replace('!!! tip\n    Three\n\n    Four', hint('success', 'Three\n\nFive').trim()),
    ],
    [
      'unless its title changed',
      '**Title**',
      '**Name**',
      file.replace(':::note Title\nOne\ntwo\n:::', hint('info', '**Name**\n\nOne\ntwo').trim()),
    ],
  ])('%s', (_, from, to, expected) => {
    expect(after(from, to)).toBe(expected);
  });
});
