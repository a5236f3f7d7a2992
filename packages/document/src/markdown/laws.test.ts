import { describe, expect, test } from 'vitest';
import { parseMarkdown, printMarkdown } from '../index.ts';
import { isDeep } from '../testing/deep.ts';
import { corpora } from './corpora.testing.ts';
import { words } from './words.testing.ts';

const files = corpora();

describe('over real documentation', () => {
  test.skipIf(files.length === 0)(
    'printing is a fixed point after one pass, and the document is the same from the first',
    () => {
      const broken: string[] = [];
      const lost: string[] = [];
      for (const { path, source } of files) {
        const document = parseMarkdown(source);
        const printed = printMarkdown(document);
        const again = parseMarkdown(printed);
        if (printMarkdown(again) !== printed) broken.push(path);
        else expect(again, path).toEqual(document);
        const kept = words(printed);
        for (const [word, count] of words(source))
          if ((kept.get(word) ?? 0) < count) lost.push(`${path}: ${word} ${count} > ${kept.get(word) ?? 0}`);
      }
      expect(broken).toEqual([]);
      expect(lost).toEqual([]);
      expect(files.length).toBeGreaterThan(isDeep ? 500 : 60);
    },
  );
});
