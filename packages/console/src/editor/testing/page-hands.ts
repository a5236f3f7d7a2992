import { parseMarkdown, printMarkdown } from '@lectern/document';
import { createDocumentReader } from '../create-editor.ts';
import { createHeadlessEditor } from './headless-editor.ts';

/** Opens a page in an editor without a window, with words to find places by. */
export const openPage = (markdown: string) => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown(markdown));
  /** The position before or after a text. */
  const find = (text: string, isAfter = false): number => {
    let found = -1;
    editor.state.doc.descendants((node, position) => {
      if (found < 0 && node.isText && node.text?.includes(text))
        found = position + node.text.indexOf(text) + (isAfter ? text.length : 0);
    });
    return found;
  };
  return {
    ...hands,
    editor,
    find,
    /** Selects from before a text to after another one. */
    selectWords: (from: string, to: string) => hands.select(find(from), find(to, true)),
    markdown: () => printMarkdown(createDocumentReader(editor)()),
  };
};
