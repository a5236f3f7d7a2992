import type { BlockRenderer } from '../../../site/src/document/document-renderer.ts';
import { type Child, h } from '../../../site/src/html/html.ts';

const labeled = (label: Child, body: Child): Child =>
  h('div', { class: 'labeled-block' }, h('div', { class: 'block-label' }, label), body);

/** A condition with all of its content, and a mark that says when readers see it. */
export const condition: BlockRenderer = ({ data, nodes }, rendering) => {
  const expression = String(data?.expression ?? '').trim();
  return labeled(
    expression === ''
      ? 'Shown to nobody: the condition is empty'
      : ['Shown if ', h('code', null, expression)],
    h('div', { class: 'flow' }, rendering.blocks(nodes)),
  );
};

/** A reusable content that could not be included. */
export const missingContent: BlockRenderer = () =>
  labeled('Reusable content that is not available here', false);

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const isLink = (value: string): boolean => /^https?:\/\//i.test(value);

/** A block of an integration, which only sites run: its name, and its properties with links. */
export const integrationBlock: BlockRenderer = ({ data = {} }) => {
  const { integration, block, props } = data;
  const name = [integration, block].filter((part) => typeof part === 'string' && part !== '').join('/');
  const properties = Object.entries((props ?? {}) as Readonly<Record<string, unknown>>);
  return labeled(
    ['Block of the integration ', h('code', null, `@${name}`), ', which is drawn on the published site'],
    properties.length > 0 &&
      h(
        'dl',
        { class: 'integration-data' },
        properties.map(([key, value]) => {
          const words = wordsOf(value);
          return [
            h('dt', null, key),
            h('dd', null, isLink(words) ? h('a', { href: words, rel: 'noreferrer' }, words) : words),
          ];
        }),
      ),
  );
};
