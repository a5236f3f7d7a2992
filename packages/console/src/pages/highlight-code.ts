import type { RenderContext, Token } from '../../../site/src/document/context.ts';
import type { Loads } from './loads.ts';

// Enough for a page with much code; while somebody writes, every pause makes another text.
const MAX_KNOWN = 500;

/** Highlights code; what it needs for a language is loaded when code in it is shown. */
export const createHighlight = (loads: Loads): NonNullable<RenderContext['highlight']> => {
  const known = new Map<string, readonly (readonly Token[])[] | undefined>();
  return (code, syntax) => {
    const highlighter = loads.get(`syntax ${syntax}`, async () => {
      const loaded = await (await import('./code-languages.ts')).highlighter;
      await loaded.load([syntax]);
      return loaded;
    });
    if (!highlighter) return undefined;
    // The same code is rendered again whenever something else has arrived.
    const key = `${syntax}\n${code}`;
    if (known.size > MAX_KNOWN) known.clear();
    if (!known.has(key)) known.set(key, highlighter.highlight(code, syntax));
    return known.get(key);
  };
};
