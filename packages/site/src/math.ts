import katex from 'katex';

/** The maximum length of a formula. */
const MAX_LENGTH = 10_000;

/** Converts a TeX formula to MathML; undefined if it is invalid. */
export function renderMath(formula: string, isBlock: boolean): string | undefined {
  if (formula.length > MAX_LENGTH) return undefined;
  try {
    const html = katex.renderToString(formula, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 500,
      maxSize: 50,
    });
    return /<math[\s\S]*<\/math>/.exec(html)?.[0];
  } catch {
    return undefined;
  }
}
