import { describe, expect, test } from 'vitest';
import {
  keepFormatting,
  parseMarkdown,
  printMarkdown,
  printPageFile,
  readPageFile,
  stableRefs,
} from '../index.ts';
import { corpora } from '../markdown/corpora.testing.ts';
import { isDeep } from '../testing/deep.ts';

const reprint = (text: string): string => printPageFile(readPageFile(text, stableRefs), stableRefs);

/** The file after an edit of its content. */
const edited = (existing: string, edit: (content: string) => string): string => {
  const base = reprint(existing);
  return keepFormatting({ existing, base, printed: edit(base) }, reprint);
};

describe('a file keeps its formatting', () => {
  const list = '# List\n\nWords:\n- one\n- two\n- three\n\nMore\nwords.\n';
  test.each([
    ['two', 'second', '- second\n'],
    ['Words', 'Items', 'Items:\n- one\n'],
    ['More', 'Less', '- three\n\nLess words.\n'],
  ])('if %s is edited', (from, to, lines) => {
    const after = edited(list, (content) => content.replace(from, to));
    expect(after).toContain(lines);
    expect(reprint(after)).toBe(reprint(list).replace(from, to));
  });

  test('if a paragraph is added or removed', () => {
    const after = (edit: (content: string) => string) => edited(list, edit);
    expect(after((content) => content.replace('\nMore', '\nNew.\n\nMore'))).toBe(
      list.replace('\nMore', '\nNew.\n\nMore'),
    );
    expect(after((content) => content.replace('\n\nMore words.', ''))).toBe(
      list.replace('\nMore\nwords.\n', ''),
    );
  });
});

test.skipIf(corpora(200).length === 0)('an edit of a paragraph changes its lines alone in real files', () => {
  for (const { path, source } of corpora(isDeep ? 5 : 100)) {
    const { fields, document } = readPageFile(source, stableRefs);
    const { nodes } = parseMarkdown(printMarkdown(document));
    const at = nodes.findLastIndex(({ type, nodes: line }) => type === 'paragraph' && line!.length === 1);
    if (at < 0) continue;
    const print = (added: string) => {
      const blocks = nodes.map((block, index) => (index === at ? withText(added, block) : block));
      return printPageFile({ fields, document: { ...document, nodes: blocks } }, stableRefs);
    };
    const kept = keepFormatting({ existing: source, base: print(''), printed: print('Edited ') }, reprint);
    const before = new Set(source.replace(/\r\n?/g, '\n').split('\n'));
    const changed = kept.split('\n').filter((line) => !before.has(line));
    expect([path, changed]).toEqual([path, [expect.stringContaining('Edited ')]]);
  }
});

const withText = (added: string, block: ReturnType<typeof parseMarkdown>['nodes'][number]): typeof block => {
  const text = { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: added, marks: [] }] };
  return added === '' ? block : { ...block, nodes: [text, ...block.nodes!] };
};
