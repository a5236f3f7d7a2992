import { parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import { toDocument } from '../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../document/src/editor/editor-node.ts';
import { createWords, editDocument, writeDocument } from '../../../document/src/testing/documents.ts';
import { createRandom, law, recipes } from '../../../document/src/testing/random.ts';
import { replaceDocument } from './replace-document.ts';
import { createHeadlessEditor } from './testing/headless-editor.ts';

test('another version that is shown is that version', () => {
  law(
    recipes,
    ({ seed, size, ours, theirs }) => {
      const random = createRandom(seed);
      const before = writeDocument({ random, words: createWords(random, 'b', false) }, size);
      const writer = { random, words: createWords(random, 'a', false) };
      const after = theirs === 0 ? writeDocument(writer, size) : editDocument(writer, before, ours + theirs);
      const markdown = printMarkdown(parseMarkdown(printMarkdown(after)));
      const { editor } = createHeadlessEditor(parseMarkdown(printMarkdown(before)));
      replaceDocument(editor, parseMarkdown(markdown));
      editor.state.doc.check();
      const shown = toDocument(editor.state.doc.toJSON() as EditorNode);
      expect(printMarkdown(parseMarkdown(printMarkdown(shown)))).toBe(markdown);
    },
    500,
  );
});
