import type { DomElement } from './dom.ts';

// TeX as MathJax finds it in a page.
const TEX = /^\s*(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\])\s*$/;

/** Leaves one form of each formula: its source, which KaTeX and MathJax keep beside what they show. */
export const cleanFormulas = (content: DomElement): void => {
  for (const shown of content.querySelectorAll('.katex-html,mjx-math'))
    if (shown.parentElement?.querySelector('math')) shown.remove();
  for (const block of content.querySelectorAll('.katex-display math,mjx-container[display="true"] math'))
    block.setAttribute('display', 'block');
  for (const formula of content.querySelectorAll('.math')) {
    const [, inline, block] = TEX.exec(formula.textContent ?? '') ?? [];
    const source = inline ?? block;
    if (source === undefined) continue;
    const document = formula.ownerDocument;
    const math = document.createElement('math');
    const annotation = document.createElement('annotation');
    annotation.setAttribute('encoding', 'application/x-tex');
    annotation.textContent = source;
    math.append(annotation);
    if (block !== undefined) math.setAttribute('display', 'block');
    formula.replaceWith(math);
  }
};
