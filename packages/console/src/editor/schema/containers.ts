import { Node } from '@tiptap/core';
import type { DOMOutputSpec, Node as EditorNode } from '@tiptap/pm/model';
import { blockName } from '../../../../document/src/editor/names.ts';
import { blocksOfShape, isFlowBlock, shapeOf } from '../../../../document/src/editor/shapes.ts';
import { BLOCKS, type BlockType } from '../../../../document/src/node-types.ts';
import { columnWidth } from '../../../../site/src/document/containers.ts';
import { type IconName, icon } from '../../../../site/src/html/icons.ts';
import { namedIcon } from '../../../../site/src/html/named-icons.ts';
import { formatDate } from '../../../../site/src/language/format.ts';
import { withIcons } from '../../primitives/icon-files.ts';
import { tabsView } from '../views/tabs-view.ts';
import { blockFields, carried, dataOf } from './attributes.ts';
import { classNames, decoration, element, elementOf } from './dom.ts';

type Render = (node: EditorNode) => DOMOutputSpec;

const HINT_ICONS: Readonly<Record<string, IconName>> = {
  info: 'info',
  success: 'circle-check',
  warning: 'warning',
  danger: 'danger',
};

const hint: Render = (node) => {
  const { style, icon: name } = dataOf(node);
  const tone = typeof style === 'string' && Object.hasOwn(HINT_ICONS, style) ? style : 'info';
  const svg = elementOf(
    withIcons(String(namedIcon(name, 'hint-icon') ?? icon(HINT_ICONS[tone]!, 'hint-icon'))),
  );
  return [
    'aside',
    { class: `hint tone-${tone}` },
    decoration('span', 'hint-sign', ...(svg ? [svg] : [])),
    ['div', { class: 'hint-body flow' }, 0],
  ];
};

const step: Render = (node) => {
  const svg = elementOf(withIcons(String(namedIcon(dataOf(node).icon) ?? '')));
  return [
    'li',
    { class: 'step' },
    decoration('span', classNames('step-mark', !svg && 'step-number')!, ...(svg ? [svg] : [])),
    ['div', { class: 'step-body flow' }, 0],
  ];
};

const column: Render = (node) => {
  const { verticalAlignment } = dataOf(node);
  const share = columnWidth(dataOf(node));
  const isPlaced = verticalAlignment === 'middle' || verticalAlignment === 'bottom';
  return [
    'div',
    {
      class: classNames(
        'column flow',
        share !== undefined && `grow-${share}`,
        isPlaced && `place-${verticalAlignment}`,
      ),
    },
    0,
  ];
};

/** The tags of an update, which sites show by their names. */
const tagsOf = (node: EditorNode): readonly string[] => {
  const { tags } = dataOf(node);
  return Array.isArray(tags) ? tags.flatMap((ref) => (ref?.kind === 'tag' ? [String(ref.tag)] : [])) : [];
};

const update: Render = (node) => {
  const date = String(dataOf(node).date ?? '');
  return [
    'section',
    { class: 'update' },
    decoration(
      'div',
      'update-head',
      element('time', {}, formatDate('en', date, 'full') ?? date),
      ...tagsOf(node).map((tag) => element('span', { class: 'pill' }, tag)),
    ),
    ['div', { class: 'update-body flow' }, 0],
  ];
};

/** A block with a line above it that names what readers do not see. */
const labeled =
  (label: (node: EditorNode) => string): Render =>
  (node) => [
    'div',
    { class: 'labeled-block' },
    decoration('div', 'block-label', label(node)),
    ['div', { class: 'flow' }, 0],
  ];

const classed =
  (name: string): Render =>
  (node) => ['div', { class: classNames(name, dataOf(node).fullWidth === true && 'full') }, 0];

const RENDER: Partial<Readonly<Record<BlockType, Render>>> = {
  blockquote: () => ['blockquote', 0],
  hint,
  'stepper-step': step,
  stepper: () => ['ol', { class: 'stepper' }, 0],
  tabs: classed('tabs'),
  'tabs-item': () => ['div', { class: 'panel flow' }, 0],
  columns: classed('columns'),
  column,
  updates: () => ['div', { class: 'updates' }, 0],
  update,
  if: labeled((node) => `Shown if ${dataOf(node).expression ?? ''}`),
  conflict: classed('conflict'),
  'conflict-primary': labeled(() => 'In the space'),
  'conflict-changed': labeled(() => 'In this change request'),
  prompt: (node) => [
    'div',
    { class: 'prompt' },
    decoration('div', 'prompt-title', String(dataOf(node).description ?? '')),
    ['div', 0],
  ],
};

const contentOf = (type: BlockType): string => {
  const { holds } = BLOCKS[type];
  return Array.isArray(holds) ? `(${(holds as BlockType[]).map(blockName).join(' | ')})+` : 'block+';
};

const isContainer = (type: BlockType): boolean =>
  !BLOCKS[type].isList && type !== 'list-item' && type !== 'images';

const containers = [...blocksOfShape('flow'), ...blocksOfShape('items')].filter(isContainer).map((type) =>
  Node.create({
    name: blockName(type),
    ...(isFlowBlock(type) && { group: 'block' }),
    content: contentOf(type),
    defining: true,
    // Keys at their borders leave items as they are: words neither join one nor become a new one.
    isolating: !isFlowBlock(type) || shapeOf(type) === 'items',
    addAttributes: () => blockFields(),
    renderHTML: ({ node }) => RENDER[type]!(node),
    ...(type === 'tabs' && { addNodeView: () => tabsView }),
  }),
);

const expandable = Node.create({
  name: 'expandable',
  group: 'block',
  content: 'expandableTitle expandableBody',
  defining: true,
  isolating: true,
  addAttributes: () => blockFields(),
  renderHTML: () => ['div', { class: 'expandable expandable-open' }, 0],
});

const expandableTitle = Node.create({
  name: 'expandableTitle',
  content: 'paragraph',
  isolating: true,
  addAttributes: () => carried('fields'),
  renderHTML: () => ['div', { class: 'expandable-title' }, 0],
});

const expandableBody = Node.create({
  name: 'expandableBody',
  content: 'block+',
  isolating: true,
  addAttributes: () => carried('fields'),
  renderHTML: () => ['div', { class: 'expandable-body flow' }, 0],
});

/** Blocks around other blocks. */
export const containerBlocks = [...containers, expandable, expandableTitle, expandableBody];
