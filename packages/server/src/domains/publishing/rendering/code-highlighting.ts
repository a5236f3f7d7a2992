import type { Document } from '@lectern/document';
import {
  createHighlighter,
  type Highlighter,
  type RenderContext,
  renderDocument,
  syntaxesOf,
  type Token,
} from '@lectern/site';

// Time for the highlighting of one page; the remaining code is shown without colours.
const MAX_HIGHLIGHTING_MS = 3_000;

const keyOf = (code: string, syntax: string) => `${syntax}\n${code}`;

/** Finds the code of a document by rendering it once. */
const codeIn = (document: Document, context: RenderContext) => {
  const found = new Map<string, readonly [code: string, syntax: string]>();
  renderDocument(document, {
    ...context,
    highlight: (code, syntax) => {
      found.set(keyOf(code, syntax), [code, syntax]);
      return undefined;
    },
  });
  return found;
};

/** Makes a function that adds the highlighted code of a document to its render context. */
export const createCodeHighlighting = () => {
  let loading: Promise<Highlighter> | undefined;

  return async (document: Document, context: RenderContext): Promise<RenderContext> => {
    const syntaxes = syntaxesOf(document);
    if (syntaxes.length === 0) return context;
    loading ??= createHighlighter();
    const highlighter = await loading;
    await highlighter.load(syntaxes);
    const highlighted = new Map<string, readonly (readonly Token[])[] | undefined>();
    const deadline = performance.now() + MAX_HIGHLIGHTING_MS;
    for (const [key, [code, syntax]] of codeIn(document, context)) {
      if (performance.now() > deadline) break;
      highlighted.set(key, highlighter.highlight(code, syntax));
      // Other requests are served between two blocks.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { ...context, highlight: (code, syntax) => highlighted.get(keyOf(code, syntax)) };
  };
};
