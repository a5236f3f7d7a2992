import type { Block, Inline } from '@lectern/document';
import type { NodeViewRenderer, NodeViewRendererProps } from '@tiptap/core';
import { element } from '../schema/dom.ts';
import { paintedBy } from './painted.ts';

const NAMES: Readonly<Record<string, string>> = {
  'content-ref': 'Link to a page',
  'openapi-operation': 'OpenAPI operation',
  'openapi-schemas': 'OpenAPI schemas',
  'openapi-webhook': 'OpenAPI webhook',
  swagger: 'OpenAPI operation',
  'reusable-content': 'Reusable content',
  math: 'Formula',
  'inline-math': 'Formula',
  'inline-image': 'Image',
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Words for a node that readers do not see, or that is not complete yet. */
export const sourceOf = ({ type, data = {} }: Pick<Block | Inline, 'type' | 'data'>): string => {
  if (type === 'integration') return [data.integration, data.block].filter(isText).join(': ');
  const words = [data.source, data.expression, data.formula, data.url, data.label].find(isText);
  if (words !== undefined) return words;
  const schemas = Array.isArray(data.schemas) ? data.schemas : [];
  const detail = [data.method, data.path, data.name, ...schemas].filter(isText).join(' ');
  return [NAMES[type] ?? type.replaceAll('-', ' '), detail].filter(isText).join(': ');
};

type Show = (props: NodeViewRendererProps, node: Block | Inline) => readonly (Node | string)[] | undefined;

/** A view of a node without editable content; one that readers do not see shows its source. */
const atomView =
  (tag: 'div' | 'span', className: string, show: Show): NodeViewRenderer =>
  (props) => {
    let current = props.node;
    const dom = element(tag, { class: className, contenteditable: 'false' });
    const painted = paintedBy(props.editor, () => {
      const node = current.attrs.node as Block | Inline;
      dom.dataset.type = node.type;
      dom.replaceChildren(
        ...(show(props, node) ?? [element('code', { class: 'atom-source' }, sourceOf(node))]),
      );
    });
    return {
      dom,
      update: (next) => {
        if (next.type !== current.type) return false;
        const isChanged = next.attrs.node !== current.attrs.node;
        current = next;
        if (isChanged) painted.repaint();
        return true;
      },
      destroy: painted.end,
      ignoreMutation: () => true,
    };
  };

/** A block without editable content, as the site renders it. */
export const blockAtomView = atomView('div', 'atom', ({ editor }, node) => {
  const shown = editor.storage.siteRenderer.block(node as Block);
  return shown && [shown];
});

/** An inline without text, as the site renders it. */
export const inlineAtomView = atomView('span', 'inline-atom', ({ editor }, node) => {
  const shown = node.type === 'html' ? undefined : editor.storage.siteRenderer.inline(node as Inline);
  return shown && [...shown.childNodes];
});
