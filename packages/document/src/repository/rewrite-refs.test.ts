import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRepositoryRefs, parseMarkdown, printMarkdown, rewriteRefs } from '../index.ts';
import { anyDocument } from '../testing/any-document.ts';
import { law } from '../testing/random.ts';

const targets = { 'a/one.md': '/pages/one', 'two & (2).md': '/pages/two', 'img/p.png': '/files/p' };
const refs = createRepositoryRefs({ targets, readme: 'README.md', root: '' })('a/here.md');
const slowly = (markdown: string) => printMarkdown(parseMarkdown(markdown), { refs });
const stored = (markdown: string) => printMarkdown(parseMarkdown(markdown));

test('references of simple pages are rewritten without parsing', () => {
  const page = stored(
    'See [one](/pages/one#part), [gone](/pages/none) and `code`, ![p](/files/p "t")\n\n<figure><img src="/files/p" alt="P"></figure>\n\n{% file src="/files/p" %}\n\n```\nplain\n```\n',
  );
  expect(rewriteRefs(page, refs)).toBe(slowly(page));
  expect(rewriteRefs(page, refs)).toContain('[one](one.md#part), [gone](/broken/pages/none)');
});

test.each([
  '```\n[x](/pages/one)\n```\n',
  'In `[x](/pages/one)` nothing leads anywhere\n',
  'Text that says ](/pages/one) or /pages/one\n',
  '{% nothing url="/pages/one" %}\n',
  '[two](/pages/two)\n',
  '    [x](/pages/one)\n',
  '$$\n[x](/pages/one)\n$$\n',
  '<!-- [x](/pages/one)\n[x](/pages/one) -->\n',
  '[x](/spaces/s/pages/one)\n',
])('what only reading tells is left to reading: %j', (source) => {
  const page = stored(source);
  const quick = rewriteRefs(page, refs);
  expect(quick ?? slowly(page)).toBe(slowly(page));
});

test('rewriting without parsing has the same result as with parsing', () => {
  law(
    fc.tuple(anyDocument, fc.constantFrom(...Object.values(targets))),
    ([document, address]) => {
      const page = stored(`${printMarkdown(document)}\n[x](${address})\n`);
      const quick = rewriteRefs(page, refs);
      if (quick !== undefined) expect(quick).toBe(slowly(page));
    },
    300,
  );
});
