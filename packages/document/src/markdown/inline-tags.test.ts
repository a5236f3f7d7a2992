import { expect, test } from 'vitest';
import { parseMarkdown, printMarkdown } from '../index.ts';

const printed = (markdown: string): string => printMarkdown(parseMarkdown(markdown));
const hint = '{% hint style="info" %}\nWords **here**.\n{% endhint %}\n';

test.each([
  ['on one line', '{% hint style="info" %} Words **here**. {% endhint %}\n'],
  ['with the end on the line of the text', '{% hint style="info" %}\nWords **here**.{% endhint %}\n'],
  ['with the start on the line of the text', '{% hint style="info" %} Words **here**.\n\n{% endhint %}\n'],
])('a hint %s is a hint', (_, markdown) => {
  expect(printed(markdown)).toBe(hint);
});

test.each([
  ['without an end', '{% hint style="info" %} Words\n'],
  ['without a start', 'Words {% endhint %}\n'],
  ['in the middle of a text', 'Words {% hint %} and {% endhint %} words\n'],
  ['of another block', '{% hint style="info" %} Words {% endtab %}\n'],
])('tags %s stay in the text', (_, markdown) => {
  expect(printed(markdown)).toBe(markdown);
});
