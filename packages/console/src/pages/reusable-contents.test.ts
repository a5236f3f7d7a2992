import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { withReusableContents } from './reusable-contents.ts';

const CONTENTS = new Map([
  ['legal', parseMarkdown('All rights reserved.')],
  ['self', parseMarkdown('Again.\n\n{% include "/reusable-contents/self" %}')],
]);
const expanded = (markdown: string): string =>
  printMarkdown(
    withReusableContents(parseMarkdown(markdown), (ref) =>
      ref.kind === 'reusable-content' ? CONTENTS.get(ref.reusableContent) : undefined,
    ),
  );

test('reusable contents are shown in their place, also inside of blocks and cells', () => {
  const include = '{% include "/reusable-contents/legal" %}';
  expect(expanded(`One.\n\n${include}`)).toBe('One.\n\nAll rights reserved.\n');
  expect(expanded(`{% hint style="info" %}\n${include}\n{% endhint %}`)).toContain('All rights reserved.');
});

test('one that is missing stays a reference, and one that includes itself ends', () => {
  expect(expanded('{% include "/reusable-contents/other" %}')).toContain('/reusable-contents/other');
  expect(expanded('{% include "/reusable-contents/self" %}').match(/Again/g)).toHaveLength(5);
});
