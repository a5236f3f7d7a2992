import katex from 'katex';

/** How much of a formula is read. */
const longest = 10_000;

/** A formula of TeX as MathML, which browsers show with their own fonts; nothing where it cannot be read. */
export function mathOf(formula: string, isBlock: boolean): string | undefined {
  if (formula.length > longest) return undefined;
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
