import type { Inline, Mark } from '../document.ts';
import { append } from './append.ts';
import type { Context } from './context.ts';
import { elementInline, elementMark } from './elements.ts';
import { emojiCode } from './emoji.ts';
import { isHtmlName, isLineName, oneLine, readTag } from './html.ts';
import { annotate, linkInline, rawInline, voidInline } from './inline-nodes.ts';
import { type LineNode, lineText, normalLine, text, withMark } from './line.ts';
import type { Syntax } from './syntax.ts';

const marks: Readonly<Record<string, Mark>> = {
  strong: { object: 'mark', type: 'bold' },
  emphasis: { object: 'mark', type: 'italic' },
  delete: { object: 'mark', type: 'strikethrough' },
};

const code: Mark = { object: 'mark', type: 'code' };

/** Converts nodes of Markdown or HTML to a normalized line. */
export const parseLine = (nodes: readonly Syntax[], context: Context): readonly LineNode[] =>
  normalLine(collect(nodes, [], context));

function collect(nodes: readonly Syntax[], active: readonly Mark[], context: Context): LineNode[] {
  const out: LineNode[] = [];
  for (const node of pairTags(nodes)) add(node, active, context, out);
  return out;
}

/** Replaces line endings by spaces. */
const withoutEndings = (value: string): string =>
  /[\r\n]/.test(value)
    ? value.replace(/(?<![ \t])[ \t]+(?=[\r\n])/g, '').replace(/(?:\r\n?|\n)[ \t]*/g, ' ')
    : value;

/** Adds the inlines of a node to the line. */
function add(node: Syntax, active: readonly Mark[], context: Context, out: LineNode[]): void {
  const mark = marks[node.type];
  if (mark) {
    append(out, collect(node.children!, withMark(active, mark), context));
    return;
  }
  switch (node.type) {
    case 'text':
      out.push(text(context.isHtml ? node.value! : withoutEndings(node.value!), active));
      return;
    case 'inlineCode':
      out.push(text(node.value!, withMark(active, code)));
      return;
    case 'break':
      out.push(text('\n', active));
      return;
    case 'emoji':
      out.push(voidInline('emoji', { code: emojiCode(node.value!)! }));
      return;
    case 'inlineTag':
      // Code contains text only.
      out.push(
        active.at(-1)?.type === 'code'
          ? text(node.value!, active)
          : voidInline('tag', { source: node.value! }),
      );
      return;
    case 'inlineMath':
      out.push(voidInline('inline-math', { formula: node.value! }));
      return;
    case 'link':
    case 'linkReference': {
      const target = node.type === 'link' ? node : context.definitions.get(node.identifier!);
      if (target) addLink(node, target, active, context, out);
      return;
    }
    case 'image':
    case 'imageReference': {
      const target = node.type === 'image' ? node : context.definitions.get(node.identifier!);
      if (target) out.push(inlineImage(node, target, context));
      return;
    }
    case 'footnoteReference':
      annotate(node.identifier!, node.label ?? node.identifier!, active, context, out);
      return;
    case 'element':
      addElement(node, active, context, out);
      return;
    case 'html':
      addTag(node.value!, active, out, true);
      return;
    default:
      out.push(text(node.value ?? '', active));
  }
}

function addLink(
  node: Syntax,
  target: Syntax,
  active: readonly Mark[],
  context: Context,
  out: LineNode[],
): void {
  const url = target.url!;
  const content = collect(node.children!, active, { ...context, isInLink: true });
  // An address in the text of a link is not a second link.
  if (context.isInLink) {
    append(out, content);
    return;
  }
  if (target.title === 'mention') {
    const ref = context.refs.parse(url, 'mention');
    out.push(voidInline('mention', { ref, ...label(lineText(content), url) }));
    return;
  }
  const title = target.title ? { title: target.title } : {};
  out.push(linkInline({ ref: context.refs.parse(url, 'link'), ...title }, content));
}

/** The label of a mention, if it differs from the address. */
const label = (name: string, url: string): { label?: string } =>
  name === url || name === '' ? {} : { label: name };

function inlineImage(node: Syntax, target: Syntax, context: Context): Inline {
  return voidInline('inline-image', {
    ref: context.refs.parse(target.url!, 'image'),
    ...(node.alt ? { alt: oneLine(node.alt) } : {}),
    ...(target.title ? { caption: target.title } : {}),
  });
}

/** Adds an HTML element: as a mark or an inline if there is one, else with its tags as source. */
function addElement(node: Syntax, active: readonly Mark[], context: Context, out: LineNode[]): void {
  const mark = elementMark(node);
  if (mark) {
    append(out, collect(node.children!, withMark(active, mark), context));
    return;
  }
  const content = (marks = active): LineNode[] => collect(node.children!, marks, context);
  const added = elementInline(node, active, context, out, content);
  if (added) return;
  const isText = context.isInCell && !isLineName(node.name!);
  addTag(node.opening!, active, out, isText);
  append(out, content());
  if (node.closing) addTag(isHtmlName(node.name!) ? `</${node.name}>` : node.closing, active, out, isText);
}

/**
 * Adds a tag: a break, HTML source, or plain text if its name is not an HTML element. A tag without a partner in the same line
 * is text too: printed as a tag, it could match another one.
 */
function addTag(source: string, active: readonly Mark[], out: LineNode[], isText: boolean): void {
  const tag = readTag(source);
  if (tag?.name === 'br' && Object.keys(tag.attributes).length === 0) out.push(text('\n', active));
  else if (tag && ((isText && tag.kind !== 'void') || !isHtmlName(tag.name)))
    out.push(text(oneLine(source), active));
  else out.push(rawInline(source));
}

/** Combines matching tags of a list of nodes to elements. */
export function pairTags(nodes: readonly Syntax[]): readonly Syntax[] {
  if (!nodes.some((node) => node.type === 'html')) return nodes;
  const root: Syntax[] = [];
  const open: { node: Syntax; children: Syntax[]; into: Syntax[] }[] = [];
  const counts = new Map<string, number>();
  let into = root;
  for (const node of nodes) {
    const tag = node.type === 'html' ? readTag(node.value!) : undefined;
    if (tag === undefined) {
      into.push(node);
    } else if (tag.kind === 'closing') {
      // Unclosed tags inside of the closed element are kept as source.
      if (!counts.get(tag.name)) {
        into.push(node);
        continue;
      }
      for (let last = open.pop()!; ; last = open.pop()!) {
        const name = last.node.name!;
        counts.set(name, counts.get(name)! - 1);
        into = last.into;
        if (name === tag.name) {
          into.push({ ...last.node, children: last.children, closing: node.value! });
          break;
        }
        into.push({ type: 'html', value: last.node.opening! });
        append(into, last.children);
      }
    } else {
      const element = {
        type: 'element',
        name: tag.name,
        attributes: tag.attributes,
        opening: node.value!,
        closing: '',
      };
      if (tag.kind === 'void') into.push({ ...element, children: [] });
      else if (open.length >= maxDepth) into.push(node);
      else {
        const children: Syntax[] = [];
        open.push({ node: element, children, into });
        counts.set(tag.name, (counts.get(tag.name) ?? 0) + 1);
        into = children;
      }
    }
  }
  while (open.length > 0) {
    const last = open.pop()!;
    last.into.push({ type: 'html', value: last.node.opening! });
    append(last.into, last.children);
  }
  return root;
}

/** The maximum depth of nested elements in a line. */
const maxDepth = 40;
