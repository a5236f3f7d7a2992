import { expect, test } from 'vitest';
import { unclosedTag } from './unclosed-tag.ts';

test.each([
  ['Words.\n\n{% hint style="info" %}\nMore.\n', 3, '{% hint style="info" %}', false],
  ['{% hint %}\nx\n{% endhint %}\n\n* a\n\n  {% endhint %}\n', 7, '{% endhint %}', true],
  ['{% tabs %}\n{% tab title="A" %}\n{% hint %}\nx\n{% endtab %}\n{% endtabs %}\n', 3, '{% hint %}', false],
  ['{% tabs %}\n{% tab title="A" %}\nx\n', 1, '{% tabs %}', false],
  ['> {% if visitor.claims.x %}\n> Words\n', 1, '{% if visitor.claims.x %}', false],
])('names the line of a tag without a partner: %j', (markdown, line, source, isEnd) => {
  expect(unclosedTag(markdown)).toEqual({ line, source, isEnd });
});

test.each([
  '{% hint style="info" %} Words {% endhint %}\n',
  '{% hint style="info" %}\nWords {% endhint %}\n',
  '{% tabs %}\n{% tab title="A" %}\nx\n{% tab title="B" %}\ny\n{% endtabs %}\n',
  '```\n{% hint %}\n```\n\nA `{% hint %}` in a text.\n',
  '{% embed url="https://a.test" %}\n\n{% file src="a.pdf" %}\n',
])('finds nothing in %j', (markdown) => {
  expect(unclosedTag(markdown)).toBeUndefined();
});
