import type { RenderContext } from '../../../site/src/document/context.ts';
import { createHighlight } from './highlight-code.ts';
import type { Loads } from './loads.ts';

/** Draws formulas and colors code; the libraries for it are loaded when a document has some. */
export const createLazyRenderers = (loads: Loads): Required<Pick<RenderContext, 'math' | 'highlight'>> => ({
  // KaTeX is larger than the editor; most pages have no formulas.
  math: (formula, isBlock) =>
    loads.get('math', async () => (await import('../../../site/src/math.ts')).renderMath)?.(formula, isBlock),
  highlight: createHighlight(loads),
});
