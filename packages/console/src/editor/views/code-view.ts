import type { NodeViewRenderer } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { dataOf } from '../schema/attributes.ts';
import { element } from '../schema/dom.ts';
import { createDiagramPreview } from './diagram-preview.ts';
import { selectInside, updateData } from './node-data.ts';

const field = (label: string, className: string): HTMLInputElement =>
  element('input', {
    class: `code-field ${className}`,
    placeholder: label,
    'aria-label': label,
    spellcheck: 'false',
  }) as HTMLInputElement;

/** Draws a number for each line, beside a copy of the line that is as high as the line itself. */
const drawNumbers = (numbers: HTMLElement, lines: readonly string[]): void => {
  while (numbers.childElementCount > lines.length) numbers.lastElementChild!.remove();
  for (const [at, line] of lines.entries()) {
    const number = numbers.children[at] ?? numbers.appendChild(element('span'));
    if (number.textContent !== line) number.textContent = line;
  }
};

/** A code block with fields for its title and its language; a diagram is drawn below its source. */
export const codeView: NodeViewRenderer = ({ node, view, getPos }) => {
  const title = field('Title', 'code-title');
  const syntax = field('Language', 'code-syntax');
  const contentDOM = element('code', { spellcheck: 'false' });
  const bar = element('figcaption', { contenteditable: 'false' }, title, syntax);
  const numbers = element('span', {
    class: 'line-numbers',
    contenteditable: 'false',
    'aria-hidden': 'true',
  });
  const dom = element('figure', { class: 'code' }, bar, element('pre', {}, numbers, contentDOM));
  let preview: ReturnType<typeof createDiagramPreview> | undefined;
  const drawDiagram = (source: string | undefined) => {
    if (source !== undefined && !preview) {
      preview = createDiagramPreview();
      dom.append(preview.dom);
    }
    preview?.update(source);
  };
  const save = (name: string, { value }: HTMLInputElement) =>
    updateData(view, getPos(), { [name]: value.trim() === '' ? undefined : value.trim() });
  title.addEventListener('change', () => save('title', title));
  syntax.addEventListener('change', () => save('syntax', syntax));
  // Enter and Escape continue in the code.
  bar.addEventListener('keydown', (event) => {
    const position = getPos();
    if ((event.key !== 'Enter' && event.key !== 'Escape') || position === undefined) return;
    event.preventDefault();
    (event.target as HTMLElement).blur();
    selectInside(view, position + 1);
  });
  const draw = (next: Node) => {
    const data = dataOf(next);
    title.value = String(data.title ?? '');
    syntax.value = String(data.syntax ?? '');
    drawNumbers(numbers, data.lineNumbers === true ? next.textContent.split('\n') : []);
    dom.classList.toggle('with-numbers', data.lineNumbers === true);
    dom.classList.toggle('full', data.fullWidth === true);
    drawDiagram(syntax.value.toLowerCase() === 'mermaid' ? next.textContent : undefined);
  };
  draw(node);
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== node.type) return false;
      draw(next);
      return true;
    },
    stopEvent: ({ target }) => bar.contains(target as globalThis.Node),
    ignoreMutation: ({ target }) => !contentDOM.contains(target),
    destroy: () => preview?.end(),
  };
};
