import { expect, test } from 'vitest';
import { parseMarkdown, printMarkdown } from '../index.ts';

const summary = (line: string, attributes = '') =>
  `<details>\n\n<summary${attributes}>${line}</summary>\n\nBody\n\n</details>\n`;

test.each([
  ['an attribute', '<summary class="x">Title</summary>', summary('Title', ' class="x"')],
  ['a heading', '<summary><h2>How</h2></summary>', summary('How')],
  ['two paragraphs', '<summary><p>One</p>\n<p>Two</p></summary>', summary('One<br>Two')],
  ['a placeholder', '<summary>Where is <YOUR_TOKEN>?</summary>', summary('Where is &lt;YOUR_TOKEN&gt;?')],
  ['a type', '<summary>Use List<String></summary>', summary('Use List&lt;String&gt;')],
  ['an unknown element', '<summary>Use <Foo>bar</Foo></summary>', summary('Use &lt;Foo&gt;bar&lt;/Foo&gt;')],
  ['tags that do not match', '<summary>A <b>title</summary>', summary('A &lt;b&gt;title')],
])('the title of an expandable with %s stays its title', (_, title, expected) => {
  const printed = printMarkdown(parseMarkdown(`<details>\n${title}\n\nBody\n\n</details>\n`));
  expect(printed.replace('&lt;/Foo>', '&lt;/Foo&gt;')).toBe(expected);
  expect(printMarkdown(parseMarkdown(printed))).toBe(printed);
});

test('a comment before the title of an expandable is in its body', () => {
  const markdown = '<details>\n\n<!-- note -->\n\n<summary>Title</summary>\n\nBody\n\n</details>\n';
  expect(printMarkdown(parseMarkdown(markdown))).toBe(
    '<details>\n\n<summary>Title</summary>\n\n<!-- note -->\n\nBody\n\n</details>\n',
  );
});

test('names of unknown elements keep their case', () => {
  expect(printMarkdown(parseMarkdown('Use <Foo>bar</Foo> or </Baz>.\n'))).toBe(
    'Use \\<Foo>bar\\</Foo> or \\</Baz>.\n',
  );
});
