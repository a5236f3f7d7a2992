import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { isComputed, withShownExpressions } from './expressions.ts';

const EXPRESSION = '<code class="expression">visitor.claims.name</code>';

test('expressions and included contents are found, also inside of blocks', () => {
  const found = (markdown: string) => isComputed(parseMarkdown(markdown));
  expect(found('Plain `code`.')).toBe(false);
  expect(found(`Hello ${EXPRESSION}.`)).toBe(true);
  expect(found(`{% hint style="info" %}\nHello ${EXPRESSION}.\n{% endhint %}`)).toBe(true);
  expect(found('{% if visitor.claims.plan == "pro" %}\nYes.\n{% endif %}')).toBe(false);
  expect(found('{% hint style="info" %}\n{% include "/reusable-contents/a" %}\n{% endhint %}')).toBe(true);
});

test('the source of an expression is shown as code', () => {
  const markdown = `Hello ${EXPRESSION}.\n\n* Again ${EXPRESSION}\n`;
  expect(printMarkdown(withShownExpressions(parseMarkdown(markdown)))).toBe(
    'Hello `visitor.claims.name`.\n\n* Again `visitor.claims.name`\n',
  );
});
