import { BLOCKS, type Block, type BlockType, type Node } from '@lectern/document';
import {
  blocksIn,
  formatDate,
  fragmentOf,
  isDiagram,
  messagesFor,
  nodeText,
  objectOf,
  refOf,
  textIn,
} from '@lectern/site';
import { formula } from './line.ts';
import { figure, file, images, tile } from './pictures.ts';
import { directed, marked, type Rendering, targetOf } from './rendering.ts';
import { pill, table } from './table.ts';
import { type Child, Code, call, isEmpty, join, literal, name, readable, words } from './typst.ts';

type Renderer = (node: Block, rendering: Rendering) => Child;

const SIDES: Readonly<Record<string, string>> = { center: 'center', end: 'end', right: 'end' };

const aligned = (node: Block, content: Code): Code => {
  const side = SIDES[String(node.data?.align)];
  return side === undefined ? content : call('align', {}, name(side), content);
};

const paragraph: Renderer = (node, rendering) => {
  const content = rendering.line(node.nodes);
  return (
    !isEmpty(content) && aligned(node, directed(call('par', {}, content), nodeText(node), rendering.language))
  );
};

/** A heading in the outline, or bold text inside other blocks. */
const heading: Renderer = (node, rendering) => {
  const level = BLOCKS[node.type].headingLevel!;
  const content = rendering.within('title').line(node.nodes);
  if (isEmpty(content) || nodeText(node).trim() === '') return false;
  if (rendering.place !== 'page') return call('minor-heading', {}, content);
  const made = call('section', { level: rendering.page.depth + 1 + level, size: level }, content);
  return directed(marked(rendering.anchor(node.meta?.id), made), nodeText(node), rendering.language);
};

/** The content of a list item; its first paragraph as a plain line. */
const itemOf = (item: Block, rendering: Rendering): Code => {
  const [first, ...rest] = blocksIn(item);
  return first?.type === 'paragraph'
    ? join(rendering.line(first.nodes), rest.length > 0 && rendering.blocks(rest))
    : rendering.blocks(item.nodes);
};

const isTight = (node: Block): boolean =>
  blocksIn(node).every((item) => blocksIn(item).filter(({ type }) => !BLOCKS[type]?.isList).length <= 1);

const listed = (node: Block, content: Code, rendering: Rendering): Code =>
  directed(content, nodeText(node), rendering.language);

const unorderedList: Renderer = (node, rendering) =>
  listed(
    node,
    call('list', { tight: isTight(node) }, ...blocksIn(node).map((item) => itemOf(item, rendering))),
    rendering,
  );

const orderedList: Renderer = (node, rendering) => {
  const start = node.data?.start;
  const first =
    typeof start === 'number' && Number.isSafeInteger(start) && start >= 0 && start < 1e9 ? start : 1;
  return listed(
    node,
    call(
      'enum',
      { tight: isTight(node), start: first },
      ...blocksIn(node).map((item) => itemOf(item, rendering)),
    ),
    rendering,
  );
};

const taskList: Renderer = (node, rendering) => {
  const tasks = blocksIn(node).map((item) =>
    call('task', {}, name(String(item.data?.checked === true)), itemOf(item, rendering)),
  );
  return tasks.length > 0 && listed(node, call('tasks', {}, ...tasks), rendering);
};

/** Names of languages in the highlighter, by other common names. */
const SYNTAXES: Readonly<Record<string, string>> = {
  typescript: 'ts',
  tsx: 'tsx',
  javascript: 'js',
  jsx: 'js',
  shell: 'sh',
  zsh: 'sh',
  console: 'sh',
  terminal: 'sh',
  jsonc: 'json',
  json5: 'json',
  kotlin: 'kt',
  'objective-c': 'objc',
  objectivec: 'objc',
  csharp: 'cs',
  'c#': 'cs',
  'c++': 'cpp',
  golang: 'go',
  yml: 'yaml',
  html5: 'html',
  vue: 'html',
  svelte: 'html',
  dockerfile: 'dockerfile',
  docker: 'dockerfile',
  powershell: 'ps1',
  plaintext: 'txt',
  plain: 'txt',
  text: 'txt',
  none: 'txt',
  python3: 'py',
  patch: 'diff',
};

// Longer code is not highlighted, which would be slow.
const MAX_HIGHLIGHTED_LENGTH = 50_000;

interface CodeOptions {
  readonly syntax?: string | undefined;
  readonly title?: string | undefined;
  readonly numbers?: boolean;
}

/** Lines of code in a frame. */
const codeBlock = (lines: readonly string[], options: CodeOptions, marks: readonly number[] = []): Code => {
  const source = readable(lines.join('\n')).replaceAll('\t', '    ');
  const syntax = options.syntax?.toLowerCase() ?? '';
  const known = Object.hasOwn(SYNTAXES, syntax) ? SYNTAXES[syntax]! : syntax;
  const isHighlighted = /^[a-z0-9+#.-]{1,20}$/.test(known) && source.length <= MAX_HIGHLIGHTED_LENGTH;
  return call('code-block', {
    source,
    syntax: isHighlighted ? known : 'txt',
    title: options.title ? join(words(options.title)) : name('none'),
    numbers: options.numbers === true,
    marks,
    'has-long-words': /\S{60}/.test(source),
  });
};

const code: Renderer = (node, rendering) => {
  const lines = blocksIn(node);
  const marks = lines.flatMap(({ data }, at) => (data?.highlighted === true ? [at + 1] : []));
  const options = {
    syntax: textIn(node.data, 'syntax'),
    // Diagrams are drawn by browsers only; their source should not look like a program.
    title:
      textIn(node.data, 'title') ??
      (isDiagram(node) ? messagesFor(rendering.language).diagramSource : undefined),
    numbers: node.data?.lineNumbers === true,
  };
  return codeBlock(lines.map(nodeText), options, marks);
};

const HINTS = new Set(['info', 'success', 'warning', 'danger']);

const hint: Renderer = (node, rendering) => {
  const style = String(node.data?.style);
  return call('hint', {}, new Code(literal(HINTS.has(style) ? style : 'info')), rendering.blocks(node.nodes));
};

const tabs: Renderer = (node, rendering) =>
  blocksIn(node).map((tab, at) =>
    marked(
      rendering.anchor(tab.meta?.id),
      call('tab', {}, words(textIn(tab.data, 'title') ?? String(at + 1)), rendering.blocks(tab.nodes)),
    ),
  );

const expandable: Renderer = (node, rendering) => {
  const title = blocksIn(fragmentOf(node, 'expandable-title')).map((line) =>
    rendering.within('title').line(line.nodes),
  );
  const body = rendering.blocks(fragmentOf(node, 'expandable-body')?.nodes);
  return marked(rendering.anchor(node.meta?.id), call('expandable', {}, join(title), body));
};

const stepper: Renderer = (node, rendering) => {
  const steps = blocksIn(node);
  return steps.map((step, at) =>
    call('step', { last: at === steps.length - 1 }, words(String(at + 1)), rendering.blocks(step.nodes)),
  );
};

const columns: Renderer = (node, rendering) => {
  const all = blocksIn(node);
  const widths = all.map(({ data }) => {
    const { value, unit } = objectOf(data?.width);
    return unit === '%' && typeof value === 'number' && value >= 5 && value <= 100
      ? value
      : 100 / Math.max(1, all.length);
  });
  if (all.length < 2 || all.length > 4) return all.map((column) => rendering.blocks(column.nodes));
  const shares = new Code(`(${widths.map((width) => `${Math.round(width)}fr,`).join('')})`);
  return call('columns-block', { widths: shares }, ...all.map((column) => rendering.blocks(column.nodes)));
};

const updates: Renderer = (node, rendering) => {
  const format =
    (['full', 'short', 'numeric'] as const).find((known) => known === node.data?.format) ?? 'full';
  return blocksIn(node).map((update) => {
    const date = textIn(update.data, 'date');
    const tags = Array.isArray(update.data?.tags) ? update.data.tags.map(refOf) : [];
    const shown = date && (formatDate(rendering.language, date, format) ?? date);
    const pills = tags.flatMap((ref) => (ref?.kind === 'tag' ? [' ', pill(String(ref.tag), undefined)] : []));
    return call(
      'update-block',
      {},
      [shown && call('strong', {}, words(shown)), pills],
      rendering.blocks(update.nodes),
    );
  });
};

const contentRef: Renderer = (node, rendering) => {
  const target = targetOf(node.data?.ref, rendering);
  const title = target?.title ?? target?.href;
  return title === undefined
    ? rendering.blocks(fragmentOf(node, 'body')?.nodes)
    : tile(title, undefined, target);
};

const embed: Renderer = (node, rendering) => {
  const url = textIn(node.data, 'url');
  const caption = rendering.within('small').blocks(fragmentOf(node, 'caption')?.nodes);
  return (
    url !== undefined && [
      tile(url, undefined, { href: url }),
      !isEmpty(caption) && call('caption', {}, caption),
    ]
  );
};

const operation: Renderer = (node, rendering) => {
  const [method, path] = [
    textIn(node.data, 'method'),
    textIn(node.data, 'path') ?? textIn(node.data, 'name'),
  ];
  const target = targetOf(node.data?.ref, rendering);
  const ref = refOf(node.data?.ref);
  const where = target?.title ?? target?.href ?? (ref?.kind === 'openapi' ? String(ref.spec) : undefined);
  if (path === undefined) return false;
  return call(
    'operation',
    {},
    words((method ?? '').toUpperCase()),
    words(path),
    where === undefined ? name('none') : join(words(where)),
  );
};

const schemas: Renderer = (node) => {
  const names = Array.isArray(node.data?.schemas) ? node.data.schemas.map(String) : [];
  return names.map((schema) => call('operation', {}, words(''), words(schema), name('none')));
};

const prompt: Renderer = (node) => {
  const [body] = blocksIn(node);
  return codeBlock(body ? blocksIn(body).map(nodeText) : [], { title: textIn(node.data, 'description') });
};

/** The text of raw HTML. */
const html: Renderer = (node, rendering) => {
  const source = textIn(node.data, 'source') ?? '';
  const text = source
    .replaceAll(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replaceAll(/<!--[\s\S]*?(-->|$)/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;/g, ' ')
    .replaceAll(/&lt;/g, '<')
    .replaceAll(/&gt;/g, '>')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text !== '' && directed(call('par', {}, words(text)), text, rendering.language);
};

/** The source of an integration block, if it has one. */
const integration: Renderer = (node) => {
  const content = textIn(objectOf(node.data?.props ?? node.data), 'content');
  return content !== undefined && codeBlock(content.split('\n'), { syntax: 'txt' });
};

const inner: Renderer = (node, rendering) => rendering.blocks(node.nodes);

const omitted: Renderer = () => false;

/** The renderer of each type of block. */
const renderers = {
  paragraph,
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-unordered': unorderedList,
  'list-ordered': orderedList,
  'list-tasks': taskList,
  blockquote: (node, rendering) => call('quotation', {}, rendering.blocks(node.nodes)),
  hint,
  divider: () => name('divider'),
  code,
  // Rendered by its parent.
  'code-line': omitted,
  math: (node) => formula(textIn(node.data, 'formula') ?? '', true),
  images,
  image: omitted,
  drawing: figure,
  file,
  embed,
  'content-ref': contentRef,
  tabs,
  expandable,
  table,
  'table-row': omitted,
  stepper,
  columns,
  updates,
  prompt,
  swagger: operation,
  'openapi-operation': operation,
  'openapi-webhook': operation,
  'openapi-schemas': schemas,
  integration,
  html,
  'tabs-item': inner,
  'stepper-step': inner,
  column: inner,
  update: inner,
  'list-item': inner,
  // An unresolved conflict shows its primary side.
  conflict: (node, rendering) => rendering.blocks(blocksIn(node)[0]?.nodes),
  'conflict-primary': omitted,
  'conflict-changed': omitted,
  // Conditions and reusable content are resolved before rendering; others are omitted.
  if: omitted,
  'reusable-content': omitted,
  tag: omitted,
  definition: omitted,
} satisfies Record<BlockType, Renderer>;

/** Renders a block; an unknown type is omitted. */
export const renderBlock = (node: Node, rendering: Rendering): Child => {
  if (node?.object !== 'block') return rendering.line([node]);
  return Object.hasOwn(renderers, node.type) && renderers[node.type](node, rendering);
};

/** The innermost blocks of a block. */
const leavesOf = (node: Block): readonly Block[] => {
  const inside = blocksIn(node);
  return inside.length === 0 ? [node] : inside.flatMap(leavesOf);
};

/** Renders the text of a block, one paragraph for each innermost block. */
export const renderPlainText = (node: Node, rendering: Rendering): Child =>
  node?.object === 'block' &&
  leavesOf(node).map((leaf) => {
    const text = nodeText(leaf);
    return text.trim() !== '' && directed(call('par', {}, words(text)), text, rendering.language);
  });
