import { expect, test } from 'vitest';
import { parseMarkdown, printMarkdown } from '../index.ts';

const printed = (markdown: string): string => printMarkdown(parseMarkdown(markdown));

test.each([
  [
    'a hint',
    '{% hint style="info" %}\n* a\n* b\n\n  {% endhint %}\n\nText\n',
    '{% hint style="info" %}\n* a\n* b\n{% endhint %}\n\nText\n',
  ],
  [
    'a nested list',
    '{% hint style="info" %}\n* a\n  * b\n    {% endhint %}\n',
    '{% hint style="info" %}\n* a\n  * b\n{% endhint %}\n',
  ],
  [
    'tabs',
    '{% tabs %}\n{% tab title="A" %}\n1. a\n\n   b\n   {% endtab %}\n   {% endtabs %}\n',
    '{% tabs %}\n{% tab title="A" %}\n1. a\n\n   b\n{% endtab %}\n{% endtabs %}\n',
  ],
])('the indented end of %s closes it', (_, markdown, expected) => {
  expect(printed(markdown)).toBe(expected);
});

test.each([
  ['without a start', '* a\n\n  {% endhint %}\n'],
  [
    'of a block in the list',
    '{% hint style="info" %}\n* a\n\n  {% hint style="info" %}\n  b\n  {% endhint %}\n{% endhint %}\n',
  ],
  [
    'of another block',
    '{% tabs %}\n{% tab title="A" %}\n* a\n\n  {% endhint %}\n{% endtab %}\n{% endtabs %}\n',
  ],
])('an end %s stays where it is', (_, markdown) => {
  expect(printed(markdown)).toBe(markdown);
});
