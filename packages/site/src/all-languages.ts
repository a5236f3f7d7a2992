import { type Highlighter, highlighterOf } from './highlighter.ts';

/** Creates a highlighter of all languages. */
export async function createHighlighter(): Promise<Highlighter> {
  const [{ createOnigurumaEngine }, { bundledLanguages }] = await Promise.all([
    import('shiki/engine/oniguruma'),
    import('shiki/langs'),
  ]);
  return highlighterOf({ engine: createOnigurumaEngine(import('shiki/wasm')), languages: bundledLanguages });
}
