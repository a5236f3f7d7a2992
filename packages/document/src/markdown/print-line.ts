import type { ContentRef, Data, Inline, Mark } from '../document.ts';
import type { InlineType, MarkType } from '../node-types.ts';
import type { RefCodec } from '../refs.ts';
import { emojiCharacters, emojiName } from './emoji.ts';
import { escapeMarkdown, printCode, printDestination, printTitle } from './escape.ts';
import { escapeInlineHtml, printAttributes } from './html.ts';
import { printHtmlSource } from './html-addresses.ts';
import { type LineNode, lineText, sameMark } from './line.ts';

/** The context of printing a page. */
export interface Printing {
  readonly refs: RefCodec;
  /** Returns the number of an annotation, whose body is printed at the end. */
  note(annotation: Inline): number;
  /** Whether the line is printed as HTML. */
  readonly isHtml: boolean;
  /** Whether line breaks are not allowed: in headings and cells. */
  readonly isOneLine: boolean;
  readonly isInLink: boolean;
}

/** A run of text or an inline, with the marks around it. */
interface Item {
  readonly marks: readonly Mark[];
  readonly text?: string;
  readonly inline?: Inline;
}

/** Marks on the whole text of a link, which can be printed around it. */
function outerMarks(inline: Inline): readonly Mark[] {
  const leaves = (inline.nodes ?? []).flatMap((node) => (node.object === 'text' ? node.leaves : []));
  const [first, ...rest] = leaves;
  if (!first || inline.nodes!.some((node) => node.object === 'inline' && !node.isVoid)) return [];
  return first.marks.filter(
    (mark) => mark.type !== 'code' && rest.every((leaf) => leaf.marks.some((other) => sameMark(mark, other))),
  );
}

const without = (nodes: readonly LineNode[], marks: readonly Mark[]): readonly LineNode[] =>
  marks.length === 0
    ? nodes
    : nodes.map((node) =>
        node.object === 'text'
          ? {
              ...node,
              leaves: node.leaves.map((leaf) => ({
                ...leaf,
                marks: leaf.marks.filter((mark) => !marks.some((other) => sameMark(mark, other))),
              })),
            }
          : node,
      );

function itemsOf(nodes: readonly LineNode[]): readonly Item[] {
  const items: Item[] = [];
  for (const node of nodes) {
    if (node.object === 'text')
      for (const leaf of node.leaves) items.push({ marks: leaf.marks, text: leaf.text });
    else items.push({ marks: node.isVoid ? [] : outerMarks(node), inline: node });
  }
  return spanVoids(items);
}

/** Extends marks over void inlines between texts that have them. */
function spanVoids(items: Item[]): readonly Item[] {
  // Raw tags are excluded, since a mark around some of them could overlap their element.
  const isVoid = (item: Item | undefined): boolean =>
    item?.inline?.isVoid === true && item.inline.type !== 'html';
  for (let at = 0; at < items.length; at++) {
    if (!isVoid(items[at])) continue;
    let end = at;
    while (isVoid(items[end + 1])) end++;
    const before = items[at - 1]?.marks ?? [];
    const after = items[end + 1]?.marks ?? [];
    const shared = before.filter(
      (mark) => mark.type !== 'code' && after.some((other) => sameMark(mark, other)),
    );
    for (let inner = at; inner <= end; inner++) items[inner] = { ...items[inner]!, marks: shared };
    at = end;
  }
  return items;
}

/** Prints a line as Markdown or HTML. */
export const printLine = (nodes: readonly LineNode[], printing: Printing): string =>
  group(itemsOf(nodes), 0, '', '', printing);

/** Prints items, with their marks from a depth on around the items that share them. */
function group(
  items: readonly Item[],
  depth: number,
  before: string,
  after: string,
  printing: Printing,
): string {
  const parts: string[] = [];
  let last = before;
  const write = (part: string): void => {
    if (part === '') return;
    parts.push(part);
    last = part.at(-1)!;
  };
  for (let at = 0; at < items.length; ) {
    const mark = items[at]!.marks[depth];
    if (mark === undefined || mark.type === 'code') {
      write(printItem(items[at]!, last, at + 1 < items.length || after !== '', printing));
      at++;
      continue;
    }
    let end = at + 1;
    while (
      end < items.length &&
      items[end]!.marks[depth] !== undefined &&
      sameMark(items[end]!.marks[depth]!, mark)
    )
      end++;
    const next = items[end];
    // The character after the mark; anything other than text starts with punctuation.
    const isText = next?.text !== undefined && next.marks.length <= depth;
    const following = next === undefined ? after : isText ? next.text![0]! : '*';
    write(wrap(mark, group(items.slice(at, end), depth + 1, '*', '*', printing), last, following, printing));
    at = end;
  }
  return parts.join('');
}

/** The Markdown marker of each type of mark, if it has one, and its element. */
const markers = {
  bold: ['**', 'strong'],
  italic: ['_', 'em'],
  strikethrough: ['~~', 'del'],
  // Printed with its text, so never around other marks.
  code: ['', 'code'],
  keyboard: ['', 'kbd'],
  superscript: ['', 'sup'],
  subscript: ['', 'sub'],
  color: ['', 'mark'],
} as const satisfies Record<MarkType, readonly [marker: string, element: string]>;

const isSpace = (character: string): boolean => character === '' || /\s/.test(character);
const isPunctuation = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);
const isWord = (character: string): boolean => !isSpace(character) && !isPunctuation(character);

/** Prints a mark around Markdown: with its marker if it is certain to be parsed, else with its element. */
function wrap(mark: Mark, inner: string, before: string, after: string, printing: Printing): string {
  if (inner === '') return '';
  if (mark.type === 'color') {
    const { text, background } = mark.data as { text: string; background: string };
    const style = `${text === 'default' ? '' : `color:${text};`}${background === 'default' ? '' : `background-color:${background};`}`;
    return `<mark${printAttributes({ style })}>${inner}</mark>`;
  }
  const [marker, element] = markers[mark.type];
  if (marker === '' || printing.isHtml || !isFlanked(marker, inner, before, after))
    return `<${element}>${inner}</${element}>`;
  return marker + inner + marker;
}

function isFlanked(marker: string, inner: string, before: string, after: string): boolean {
  const first = inner[0]!;
  const last = inner.at(-1)!;
  if (isSpace(first) || isSpace(last) || before === marker[0] || first === marker[0] || last === marker[0])
    return false;
  if (isPunctuation(first) && isWord(before)) return false;
  if (isPunctuation(last) && isWord(after)) return false;
  return marker !== '_' || (!isWord(before) && !isWord(after));
}

function printItem(item: Item, before: string, isFollowed: boolean, printing: Printing): string {
  const { inline } = item;
  if (inline)
    return Object.hasOwn(printers, inline.type)
      ? printers[inline.type](inline, item.marks, printing, before)
      : '';
  const value = item.text!;
  const isCode = item.marks.at(-1)?.type === 'code';
  if (printing.isHtml) return isCode ? `<code>${escapeInlineHtml(value)}</code>` : escapeInlineHtml(value);
  if (isCode)
    return value === ''
      ? ''
      : before === '`'
        ? `<code>${escapeMarkdown(value, printing)}</code>`
        : printCode(value);
  const all = value.split('\n');
  const lines = all.map((line, at) =>
    escapeMarkdown(line, {
      isInLink: printing.isInLink,
      before: at === 0 ? before : '',
      isFollowed: isFollowed && at === all.length - 1,
    }),
  );
  return lines.join(printing.isOneLine ? '<br>' : '\\\n');
}

const others = (data: Data): Record<string, string> => (data.attributes ?? {}) as Record<string, string>;

const refOf = (data: Data, printing: Printing): string => printing.refs.print(data.ref as ContentRef);

type Printer = (inline: Inline, marks: readonly Mark[], printing: Printing, before: string) => string;

/** The printer of each type of inline. */
const printers = {
  link,
  mention(inline, _marks, printing) {
    const url = refOf(inline.data!, printing);
    const label = (inline.data!.label as string | undefined) ?? url;
    if (printing.isHtml)
      return `<a${printAttributes({ 'data-mention': true, href: url })}>${escapeInlineHtml(label)}</a>`;
    return `[${escapeMarkdown(label, { isInLink: true })}](${printDestination(url)} "mention")`;
  },
  emoji(inline, _marks, printing, before) {
    const code = inline.data!.code as string;
    const name = printing.isHtml || /[a-z0-9:]/.test(before) ? undefined : emojiName(code);
    if (name) return `:${name}:`;
    return `<span data-gb-custom-inline data-tag="emoji" data-code="${code}">${emojiCharacters(code)}</span>`;
  },
  icon(inline) {
    const { icon, color } = inline.data as { icon: string; color?: string };
    return `<i${printAttributes({ class: `fa-${icon}`, style: color && `color:${color};` })}>:${icon}:</i>`;
  },
  'inline-math': (inline, _marks, printing, before) => {
    const formula = inline.data!.formula as string;
    if (!printing.isHtml && before !== '$') return `$$${formula}$$`;
    return `<span data-gb-custom-inline data-tag="math">${printText(formula, printing)}</span>`;
  },
  'inline-image': image,
  button,
  expression: (inline, _marks, printing) =>
    `<code class="expression">${printText(inline.data!.expression as string, printing)}</code>`,
  anchor: (inline) =>
    `<a${printAttributes({ href: `#${inline.data!.id}`, id: inline.data!.id as string })}></a>`,
  html: (inline, _marks, printing) => printHtmlSource(inline.data!.source as string, printing.refs),
  // In HTML a tag would be text, so it is marked by an element.
  tag: (inline, _marks, printing) => {
    const source = inline.data!.source as string;
    if (!printing.isHtml) return source;
    return `<span data-gb-custom-inline data-tag="tag">${escapeInlineHtml(source)}</span>`;
  },
  annotation,
} satisfies Record<InlineType, Printer>;

const printText = (value: string, printing: Printing): string =>
  printing.isHtml ? escapeInlineHtml(value) : escapeMarkdown(value, printing);

function link(inline: Inline, marks: readonly Mark[], printing: Printing): string {
  const data = inline.data!;
  const title = data.title as string | undefined;
  const inner = printLine(without(inline.nodes ?? [], marks), { ...printing, isInLink: true });
  const url = refOf(data, printing);
  if (printing.isHtml || Object.keys(others(data)).length > 0)
    return `<a${printAttributes({ href: url, title, ...others(data) })}>${inner}</a>`;
  return `[${inner}](${printDestination(url)}${title === undefined ? '' : ` ${printTitle(title)}`})`;
}

function image(inline: Inline, _marks: readonly Mark[], printing: Printing): string {
  const data = inline.data!;
  const title = data.caption as string | undefined;
  const isPlain =
    data.size === undefined && data.refDark === undefined && Object.keys(others(data)).length === 0;
  const url = refOf(data, printing);
  const alt = (data.alt as string | undefined) ?? '';
  if (isPlain && !printing.isHtml)
    return `![${escapeMarkdown(alt, { isInLink: true })}](${printDestination(url)}${title === undefined ? '' : ` ${printTitle(title)}`})`;
  const size = data.size as string | undefined;
  const tag = `<img${printAttributes({ src: url, alt, 'data-size': size, title, ...others(data) })}>`;
  if (data.refDark === undefined) return tag;
  return `<picture>${darkSource(data, printing)}${tag}</picture>`;
}

/** Prints the source of an image in dark mode. */
export const darkSource = (data: Data, printing: Printing): string =>
  `<source${printAttributes({ srcset: printing.refs.print(data.refDark as ContentRef), media: '(prefers-color-scheme: dark)' })}>`;

function button(inline: Inline, _marks: readonly Mark[], printing: Printing): string {
  const { label, kind, size, icon, ref, action } = inline.data as Record<string, string> & {
    action?: { action: string; query?: string; slug?: string };
  };
  const classes = ['button', kind, size].filter((name) => name !== undefined).join(' ');
  const text = printText(label!, printing);
  if (action) {
    const does = {
      'data-action': action.action,
      'data-query': action.query,
      'data-slug': action.slug,
      'data-icon': icon,
    };
    return `<button${printAttributes({ type: 'button', class: classes, ...does, ...others(inline.data!) })}>${text}</button>`;
  }
  const href = ref === undefined ? undefined : refOf(inline.data!, printing);
  return `<a${printAttributes({ href, class: classes, 'data-icon': icon, ...others(inline.data!) })}>${text}</a>`;
}

function annotation(inline: Inline, marks: readonly Mark[], printing: Printing, before: string): string {
  const number = printing.note(inline);
  const nodes = inline.nodes ?? [];
  const anchor = `#user-content-fn-${number}`;
  if (printing.isHtml) return `<a data-footnote-ref href="${anchor}">${printLine(nodes, printing)}</a>`;
  const words = lineText(nodes);
  const isBare = nodes.every(
    (node) => node.object === 'text' && node.leaves.every((leaf) => leaf.marks.length === 0),
  );
  const isOneWord = words === '' || (isBare && /^[\p{L}\p{N}]+$/u.test(words));
  if (isOneWord && marks.length === 0 && isSpace(before)) return `${words}[^${number}]`;
  return `[${printLine(without(nodes, marks), { ...printing, isInLink: true })}](${anchor})[^${number}]`;
}
