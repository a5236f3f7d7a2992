import { BLOCKS, type Block } from '@lectern/document';
import { type Child, classes, h } from '../html/html.ts';
import { type IconName, icon } from '../html/icons.ts';
import { namedIcon } from '../html/named-icons.ts';
import { formatDate } from '../language/format.ts';
import type { Rendering } from './context.ts';
import { blocksIn, colorClass, fragmentOf, objectOf, refOf, textIn } from './data.ts';

const hints: Readonly<Record<string, IconName>> = {
  info: 'info',
  success: 'circle-check',
  warning: 'warning',
  danger: 'danger',
};

type HintStyle = 'info' | 'success' | 'warning' | 'danger';

/** Renders a hint, of a document or of an integration; a title is shown in a band above the body. */
export function renderHint(
  style: unknown,
  iconName: unknown,
  body: Child,
  { messages }: Rendering,
  title?: Child,
): Child {
  const known = (Object.hasOwn(hints, String(style)) ? style : 'info') as HintStyle;
  const mark = namedIcon(iconName, 'hint-icon') ?? icon(hints[known]!, 'hint-icon');
  return h(
    'aside',
    { class: `hint tone-${known}`, role: 'note', 'aria-label': messages[known] },
    title ? h('div', { class: 'hint-title' }, mark, title) : mark,
    h('div', { class: 'hint-body flow' }, body),
  );
}

export function hint(node: Block, rendering: Rendering): Child {
  const [first, ...rest] = blocksIn(node);
  const hasTitle = first !== undefined && BLOCKS[first.type]?.headingLevel !== undefined;
  const title = hasTitle && rendering.blocks([first]);
  const body = rendering.blocks(hasTitle ? rest : node.nodes);
  return renderHint(node.data?.style, node.data?.icon, body, rendering, title);
}

/** A tab with its title and content. */
export interface Tab {
  readonly title: Child;
  readonly id?: string;
  readonly body: Child;
}

/**
 * Renders tabs as radio buttons, each before its panel, so that they work without a script: CSS shows the panel of the checked
 * one, and arrow keys switch between them.
 */
export function tabList(tabs: readonly Tab[], rendering: Rendering, className?: string): Child {
  const group = rendering.uniqueId('tabs');
  return h(
    'div',
    { class: classes('tabs', className), role: 'group', 'aria-label': rendering.messages.tabs },
    tabs.map((tab, at) => {
      const id = `${group}-${at}`;
      return [
        h('input', { type: 'radio', class: 'tab-choice', name: group, id, checked: at === 0 }),
        h('label', { class: 'tab', for: id }, tab.title),
        h('div', { class: 'panel flow', id: tab.id }, tab.body),
      ];
    }),
  );
}

export const tabs = (node: Block, rendering: Rendering): Child =>
  tabList(
    blocksIn(node).map((tab, at) => ({
      title: [namedIcon(tab.data?.icon), textIn(tab.data, 'title') ?? String(at + 1)],
      id: rendering.anchor(tab.meta?.id),
      body: rendering.blocks(tab.nodes),
    })),
    rendering,
    classes(node.data?.fullWidth === true && 'full'),
  );

/** Renders an expandable section. */
export function expandable(node: Block, rendering: Rendering): Child {
  const title = fragmentOf(node, 'expandable-title');
  const lines = blocksIn(title).map((line) => rendering.line(line.nodes));
  return h(
    'details',
    { class: 'expandable', open: node.data?.defaultExpanded === true, id: rendering.anchor(node.meta?.id) },
    h('summary', null, icon('chevron-right', 'turn'), h('span', null, lines)),
    h('div', { class: 'expandable-body flow' }, rendering.blocks(fragmentOf(node, 'expandable-body')?.nodes)),
  );
}

export const stepper = (node: Block, rendering: Rendering): Child =>
  h(
    'ol',
    { class: 'stepper' },
    blocksIn(node).map((step, at) =>
      h(
        'li',
        { class: 'step' },
        h(
          'span',
          { class: 'step-mark', 'aria-hidden': 'true' },
          namedIcon(step.data?.icon) ?? String(at + 1),
        ),
        h('div', { class: 'step-body flow' }, rendering.blocks(step.nodes)),
      ),
    ),
  );

/** The widths of columns in the style sheet are twelfths. */
const PARTS = 12;

/** The width of a column in twelfths, from its data; undefined if it has none. */
export function columnWidth(data: Block['data']): number | undefined {
  const { value, unit } = objectOf(data?.width);
  return unit === '%' && typeof value === 'number' && value > 0 && value <= 100
    ? Math.min(PARTS - 1, Math.max(1, Math.round((value / 100) * PARTS)))
    : undefined;
}

/** The width of each column in twelfths: those without a width share what the others leave. */
function columnParts(columns: readonly Block[]): readonly (number | undefined)[] {
  const given = columns.map(({ data }) => columnWidth(data));
  const missing = given.filter((parts) => parts === undefined).length;
  if (missing === columns.length) return given;
  const left = PARTS - given.reduce<number>((sum, parts) => sum + (parts ?? 0), 0);
  return given.map((parts) => parts ?? Math.max(1, Math.round(left / missing)));
}

export function columns(node: Block, rendering: Rendering): Child {
  const list = blocksIn(node);
  const parts = columnParts(list);
  return h(
    'div',
    { class: classes('columns', node.data?.fullWidth === true && 'full') },
    list.map((column, at) => {
      const vertical = column.data?.verticalAlignment;
      return h(
        'div',
        {
          class: classes(
            'column flow',
            parts[at] !== undefined && `grow-${parts[at]}`,
            (vertical === 'middle' || vertical === 'bottom') && `place-${vertical}`,
          ),
        },
        rendering.blocks(column.nodes),
      );
    }),
  );
}

/** Renders a list of updates with their dates. */
export function updates(node: Block, rendering: Rendering): Child {
  const format =
    (['full', 'short', 'numeric'] as const).find((known) => known === node.data?.format) ?? 'full';
  return h(
    'div',
    { class: 'updates' },
    blocksIn(node).map((update) => {
      const date = textIn(update.data, 'date');
      const tags = Array.isArray(update.data?.tags) ? update.data.tags.map(refOf) : [];
      return h(
        'section',
        { class: 'update' },
        h(
          'div',
          { class: 'update-head' },
          date &&
            h(
              'time',
              { datetime: date.slice(0, 10) },
              formatDate(rendering.context.language, date, format) ?? date,
            ),
          tags.map((ref) => {
            const tag =
              ref &&
              (rendering.context.tagOf?.(ref) ??
                (ref.kind === 'tag' ? { label: String(ref.tag) } : undefined));
            return tag && h('span', { class: classes('pill', colorClass('fill', tag.color)) }, tag.label);
          }),
        ),
        h('div', { class: 'update-body flow' }, rendering.blocks(update.nodes)),
      );
    }),
  );
}
