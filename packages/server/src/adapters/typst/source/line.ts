import type { Inline, InlineType, Leaf, Mark, MarkType, Node } from '@lectern/document';
import { blocksIn, colorOf, emojiOf, fragmentOf, nodeText, objectOf, refOf, textIn } from '@lectern/site';
import { equation } from './math.ts';
import { inlinePicture } from './pictures.ts';
import { linked, marked, type Rendering, targetOf } from './rendering.ts';
import { type Child, Code, call, isEmpty, join, literal, words } from './typst.ts';

/** The Typst function of each type of mark, except colors. */
const functions = {
  bold: 'strong',
  italic: 'emph',
  strikethrough: 'strike',
  code: 'span-code',
  keyboard: 'span-key',
  superscript: 'super',
  subscript: 'sub',
  color: undefined,
} satisfies Record<MarkType, string | undefined>;

const withMark = (content: Code, mark: Mark): Code => {
  if (mark.type !== 'color')
    return Object.hasOwn(functions, mark.type) ? call(functions[mark.type], {}, content) : content;
  const [color, fill] = [colorOf(mark.data?.text), colorOf(mark.data?.background)];
  const colored = color === undefined ? content : call('span-color', {}, new Code(literal(color)), content);
  return fill === undefined ? colored : call('span-fill', {}, new Code(literal(fill)), colored);
};

/** A run of text with its marks. Code is innermost, so that it stays in one part. */
function renderLeaf(leaf: Leaf): Child {
  const text = String(leaf.text ?? '');
  if (text === '') return false;
  const marks = new Map((leaf.marks ?? []).map((mark) => [mark.type, mark]));
  const ordered = [...marks.values()].sort((a, b) => Number(b.type === 'code') - Number(a.type === 'code'));
  return ordered.reduce(withMark, join(words(text)));
}

/** A formula, or its source if it is invalid. */
export const formula = (source: string, isBlock: boolean): Code =>
  equation(source, isBlock) ?? call(isBlock ? 'block-source' : 'span-code', {}, words(source));

const mention = (node: Inline, rendering: Rendering): Child => {
  const target = targetOf(node.data?.ref, rendering);
  const label = textIn(node.data, 'label');
  if (refOf(node.data?.ref)?.kind === 'user')
    return call('strong', {}, words(`@${target?.title ?? label ?? ''}`));
  const title = target?.title ?? label ?? target?.href;
  return title !== undefined && linked(target, join(words(title)));
};

const button = (node: Inline, rendering: Rendering): Child => {
  const label = textIn(node.data, 'label') ?? textIn(objectOf(node.data?.action), 'query');
  if (label === undefined) return false;
  const look = node.data?.kind === 'secondary' ? 'button-secondary' : 'button-primary';
  return linked(targetOf(node.data?.ref, rendering), call(look, {}, words(label)), 'plain');
};

const link = (node: Inline, rendering: Rendering): Child => {
  const target = targetOf(node.data?.ref, rendering);
  const content = rendering.line(node.nodes);
  if (!isEmpty(content)) return linked(target, content);
  const title = target?.title ?? target?.href;
  return title !== undefined && linked(target, join(words(title)));
};

/** Annotated text with a footnote. */
const annotation = (node: Inline, rendering: Rendering): Child => {
  const own = rendering.line(node.nodes);
  const body = fragmentOf(node, 'annotation-body');
  if (!body || rendering.place !== 'page') return own;
  const inside = rendering.within('small');
  const note = blocksIn(body).map((block, at) => [
    at > 0 && new Code('linebreak()'),
    block.type === 'paragraph' ? inside.line(block.nodes) : words(nodeText(block)),
  ]);
  return [own, call('footnote', {}, note)];
};

const inner = (node: Inline, rendering: Rendering): Child => rendering.line(node.nodes);

/** The renderer of each type of inline. */
const renderers = {
  link,
  mention,
  button,
  annotation,
  'inline-image': inlinePicture,
  'inline-math': (node) => formula(textIn(node.data, 'formula') ?? '', false),
  emoji: (node) => emojiOf(textIn(node.data, 'code') ?? ''),
  anchor: (node, rendering) => marked(rendering.anchor(node.data?.id), new Code('metadata(none)')),
  tag: (node) => textIn(node.data, 'source'),
  html: (node) => /^<br\b/i.test(textIn(node.data, 'source') ?? '') && new Code('linebreak()'),
  icon: (node, rendering) => {
    const image = rendering.iconOf(node.data?.icon);
    return image !== undefined && call('inline-icon', {}, new Code(literal(image)));
  },
  // Expressions are evaluated before rendering; others are omitted.
  expression: inner,
} satisfies Record<InlineType, (node: Inline, rendering: Rendering) => Child>;

const renderNode = (node: Node, rendering: Rendering): Child => {
  if (node?.object === 'text') return (node.leaves ?? []).map(renderLeaf);
  if (node?.object === 'block') return words(nodeText(node));
  if (node?.object !== 'inline') return false;
  return Object.hasOwn(renderers, node.type) ? renderers[node.type](node, rendering) : inner(node, rendering);
};

/** Renders a line of texts and inlines. */
export const renderLine = (nodes: readonly Node[], rendering: Rendering): Code =>
  join(nodes.map((node) => renderNode(node, rendering)));
