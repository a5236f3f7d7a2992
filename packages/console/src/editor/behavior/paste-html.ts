import type { Block, Document, Inline, Leaf, Mark, Text } from '@lectern/document';
import { isSafeUrl } from '@lectern/document';
import { heading } from '../../../../document/src/markdown/block-nodes.ts';
import { annotation, takeAnnotated } from '../../../../document/src/markdown/inline-nodes.ts';
import { normalLine } from '../../../../document/src/markdown/line.ts';
import type { BlockType, MarkType } from '../../../../document/src/node-types.ts';
import { imagePlace, isDataImage } from '../files/file-blocks.ts';
import { rowsOf, tableOf } from './paste-html-table.ts';
import { CHOSEN_COLORS, colorMark, hasChosenColors } from './pasted-colors.ts';
import { NOTE, placeFootnotes } from './pasted-footnotes.ts';
import { isBold, isMonospace, STYLE, styleOf, withoutStyles } from './pasted-styles.ts';

type LineNode = Inline | Text;

const MARK_TAGS: Readonly<Record<string, MarkType>> = {
  B: 'bold',
  STRONG: 'bold',
  I: 'italic',
  EM: 'italic',
  S: 'strikethrough',
  DEL: 'strikethrough',
  STRIKE: 'strikethrough',
  CODE: 'code',
  TT: 'code',
  KBD: 'keyboard',
  SUP: 'superscript',
  SUB: 'subscript',
};

const IGNORED = new Set([
  'SCRIPT',
  'STYLE',
  'META',
  'LINK',
  'TITLE',
  'TEMPLATE',
  'NOSCRIPT',
  'SVG',
  'BUTTON',
]);
const BLOCK_TAGS =
  /^(?:P|DIV|SECTION|ARTICLE|MAIN|HEADER|FOOTER|ASIDE|UL|OL|LI|BLOCKQUOTE|PRE|TABLE|HR|H[1-6]|FIGURE|DL|DT|DD|BODY|FORM|TBODY|TR|TD)$/;

const block = (type: BlockType, nodes: readonly (Block | LineNode)[], data = {}): Block => ({
  object: 'block',
  type,
  isVoid: false,
  data,
  nodes,
});

const leaf = (text: string, marks: readonly Mark[]): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text, marks } satisfies Leaf],
});

const has = (marks: readonly Mark[], type: MarkType): boolean => marks.some((mark) => mark.type === type);
const add = (marks: readonly Mark[], type: MarkType): readonly Mark[] =>
  has(marks, type) ? marks : [...marks, { object: 'mark', type }];

/** The marks of an element: by its name, or by the styles that word processors write. */
const marksOf = (element: Element, marks: readonly Mark[]): readonly Mark[] => {
  let next = marks;
  const byTag = MARK_TAGS[element.tagName];
  // Google Docs puts everything into a `b` that is not bold.
  if (byTag && !(byTag === 'bold' && /^(?:normal|400)$/.test(styleOf(element, 'font-weight'))))
    next = add(next, byTag);
  if (isBold(element)) next = add(next, 'bold');
  if (styleOf(element, 'font-style') === 'italic') next = add(next, 'italic');
  const decoration = styleOf(element, 'text-decoration') + styleOf(element, 'text-decoration-line');
  if (decoration.includes('line-through')) next = add(next, 'strikethrough');
  const place = styleOf(element, 'vertical-align');
  if (place === 'super') next = add(next, 'superscript');
  if (place === 'sub') next = add(next, 'subscript');
  if (isMonospace(element)) next = add(next, 'code');
  const around = next.find(({ type }) => type === 'color');
  const color = colorMark(element, around);
  return color === around ? next : [...next.filter((mark) => mark !== around), ...(color ? [color] : [])];
};

const imageOf = (element: Element): { ref: { kind: 'url'; url: string }; alt?: string } | undefined => {
  const url = element.getAttribute('src') ?? '';
  const alt = element.getAttribute('alt')?.trim();
  return /^https?:/.test(url) ? { ref: { kind: 'url', url }, ...(alt && { alt }) } : undefined;
};

/** The place of an image that is in the HTML itself, which is uploaded after the words were pasted. */
const placeOfImage = (image: Element): string | undefined => {
  if (!isDataImage(image.outerHTML)) return undefined;
  const all = [...image.ownerDocument.querySelectorAll('img')].filter(({ outerHTML }) =>
    isDataImage(outerHTML),
  );
  return imagePlace(all.indexOf(image as HTMLImageElement));
};

const lineOf = (nodes: Iterable<ChildNode>, marks: readonly Mark[] = []): LineNode[] =>
  [...nodes].flatMap((node): LineNode[] => {
    if (node.nodeType === 3) {
      const text = (node.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ');
      return text === '' ? [] : [leaf(text, marks)];
    }
    if (!(node instanceof Element) || IGNORED.has(node.tagName.toUpperCase())) return [];
    const note = node.getAttribute(NOTE);
    if (note !== null) return [annotation([leaf(node.textContent ?? '', marks)], notedBlocks(note, node))];
    if (node.tagName === 'BR') return [leaf('\n', marks)];
    if (node.tagName === 'IMG') {
      const place = placeOfImage(node);
      if (place !== undefined) return [leaf(place, marks)];
      const data = imageOf(node);
      return data ? [{ object: 'inline', type: 'inline-image', isVoid: true, data }] : [];
    }
    const inner = lineOf(node.childNodes, marksOf(node, marks));
    const url = node.tagName === 'A' ? node.getAttribute('href') : null;
    if (!url || !isSafeUrl(url) || url.startsWith('#') || inner.length === 0) return inner;
    const nodes = normalLine(inner, false);
    return nodes.length === 0
      ? []
      : [{ object: 'inline', type: 'link', isVoid: false, data: { ref: { kind: 'url', url } }, nodes }];
  });

/** The blocks of a note. */
const notedBlocks = (html: string, { ownerDocument }: Element): readonly Block[] => {
  const holder = ownerDocument.createElement('div');
  holder.innerHTML = html;
  return blocksOf(holder.childNodes);
};

/** Notes belong to the word before their number, which is not text then. */
const withAnnotatedWords = (line: readonly LineNode[]): LineNode[] => {
  const out: LineNode[] = [];
  for (const node of line) {
    if (node.object !== 'inline' || node.type !== 'annotation') {
      out.push(node);
      continue;
    }
    const words = takeAnnotated(out);
    out.push(words.length > 0 ? { ...node, nodes: words } : node);
  }
  return out;
};

type Picture = NonNullable<ReturnType<typeof imageOf>>;

const picturesOf = (pictures: readonly Picture[], caption: readonly Block[] = []): Block =>
  block(
    'images',
    pictures.map((data) => ({
      object: 'block',
      type: 'image',
      isVoid: true,
      data,
      fragments:
        caption.length === 0
          ? []
          : [{ object: 'fragment', type: 'caption', fragment: 'caption', nodes: caption }],
    })),
  );

const isBlank = (node: LineNode): boolean =>
  node.object === 'text' && node.leaves.every(({ text }) => text.trim() === '');

/** The pictures of a line with nothing else on it. */
const onlyPictures = (line: readonly LineNode[]): readonly Picture[] => {
  const others = line.filter((node) => !isBlank(node));
  return others.every((node) => node.object === 'inline' && node.type === 'inline-image')
    ? others.map((node) => (node as Inline).data as unknown as Picture)
    : [];
};

const paragraphOf = (nodes: readonly ChildNode[], level?: number): Block[] => {
  const line = normalLine(withAnnotatedWords(lineOf(nodes)));
  if (line.length === 0) return [];
  const pictures = onlyPictures(line);
  if (pictures.length > 0) return [picturesOf(pictures)];
  return [level === undefined ? block('paragraph', line) : heading(level, line)];
};

const figureOf = (element: Element): Block[] => {
  const pictures = [...element.querySelectorAll('img')].flatMap((image) => imageOf(image) ?? []);
  const caption = element.querySelector('figcaption');
  const isPicture = pictures.length > 0 && element.querySelector('table, pre, p:has(+ p)') === null;
  return isPicture
    ? [picturesOf(pictures, caption ? blocksOf(caption.childNodes) : [])]
    : blocksOf(element.childNodes);
};

/** The text of code: line breaks, and elements that are lines, end a line. */
const codeText = (node: Node): string => {
  if (node.nodeType === 3) return (node.textContent ?? '').replaceAll('\u00a0', ' ');
  if (!(node instanceof Element) || IGNORED.has(node.tagName.toUpperCase())) return '';
  if (node.tagName === 'BR') return '\n';
  const text = [...node.childNodes].map(codeText).join('');
  return node.tagName === 'DIV' && !text.endsWith('\n') ? `${text}\n` : text;
};

const LANGUAGE = /(?:lang(?:uage)?|highlight-source)-([\w+#-]+)/;

const codeOf = (element: Element): Block => {
  // Beside the code, a block may have its language and buttons.
  const inner = element.querySelectorAll('code');
  const code = inner.length === 1 ? inner[0]! : element;
  const language = [code, element, element.parentElement]
    .map((each) => LANGUAGE.exec(each?.className ?? '')?.[1])
    .find((each) => each !== undefined);
  const lines = codeText(code).replace(/\n+$/, '').split('\n');
  return block(
    'code',
    lines.map((line) => block('code-line', line === '' ? [] : [leaf(line, [])])),
    language ? { syntax: language } : {},
  );
};

/** Whether an element is code: editors of code copy lines with their font and white space. */
const isCode = (element: Element): boolean =>
  element.tagName === 'PRE' ||
  (element.tagName === 'DIV' && /^pre\b/.test(styleOf(element, 'white-space')) && isMonospace(element));

/** A table, below its caption; one inside of a cell is only the blocks of its cells. */
const tableBlocks = (element: Element): Block[] => {
  const isInCell = element.parentElement?.closest('table') != null;
  const caption = element.querySelector(':scope > caption');
  const above = caption ? blocksOf(caption.childNodes) : [];
  return isInCell
    ? [...above, ...rowsOf(element).flatMap((row) => row.flatMap(({ childNodes }) => blocksOf(childNodes)))]
    : [...above, ...tableOf(element, blocksOf)];
};

const isList = ({ tagName }: Element): boolean => tagName === 'UL' || tagName === 'OL';

/** Whether a task is done; undefined if an item is no task. */
const checkedOf = (item: Element): boolean | undefined => {
  const box = item.querySelector(':scope > input[type="checkbox"], :scope > :is(p, label) > input');
  if (box?.getAttribute('type') === 'checkbox') return box.hasAttribute('checked');
  return item.getAttribute('role') === 'checkbox' ? item.getAttribute('aria-checked') === 'true' : undefined;
};

const orderedList = (items: readonly Block[], start: number): Block =>
  block('list-ordered', items, Number.isInteger(start) && start > 1 ? { start } : {});

const listOf = (element: Element): Block[] => {
  const items: Block[] = [];
  for (const child of element.children) {
    const last = items.at(-1);
    // Google Docs writes a nested list beside the item that it belongs to.
    if (isList(child) && last) {
      items[items.length - 1] = { ...last, nodes: [...(last.nodes ?? []), ...listOf(child)] as Block[] };
      continue;
    }
    const nodes = isList(child) ? listOf(child) : blocksOf(child.childNodes);
    const checked = checkedOf(child);
    if (nodes.length > 0) items.push(block('list-item', nodes, checked === undefined ? {} : { checked }));
  }
  if (items.length === 0) return [];
  if (items.every(({ data }) => data?.checked !== undefined)) return [block('list-tasks', items)];
  const plain = items.map((item): Block => ({ ...item, data: {} }));
  return element.tagName === 'OL'
    ? [orderedList(plain, Number(element.getAttribute('start') ?? 1))]
    : [block('list-unordered', plain)];
};

/** A paragraph of Word that is an item of a list. */
interface WordItem {
  readonly level: number;
  /** Its number or letter, if its list has them. */
  readonly number: string | undefined;
  readonly nodes: readonly Block[];
}

const MARKER = `[${STYLE}*="mso-list:Ignore" i], [${STYLE}*="mso-list: Ignore" i]`;

const wordItemOf = (node: ChildNode): WordItem | undefined => {
  if (!(node instanceof Element) || node.tagName !== 'P') return undefined;
  const level = /level(\d+)/.exec(styleOf(node, 'mso-list'))?.[1];
  if (level === undefined) return undefined;
  const item = node.cloneNode(true) as Element;
  const marker = item.querySelector(MARKER);
  const number = /^\s*(\d+|[a-z]+)[.)]/i.exec(marker?.textContent ?? '')?.[1];
  marker?.remove();
  return { level: Number(level), number, nodes: paragraphOf([...item.childNodes]) };
};

/** Word writes lists as paragraphs with the level of each. */
const wordLists = (items: readonly WordItem[]): Block[] => {
  const lists: { readonly number: string | undefined; readonly items: Block[] }[] = [];
  for (let at = 0; at < items.length; ) {
    const { level, number, nodes } = items[at]!;
    let end = at + 1;
    while (items[end] && items[end]!.level > level) end++;
    const item = block('list-item', [...nodes, ...wordLists(items.slice(at + 1, end))]);
    const last = lists.at(-1);
    if (last && (last.number === undefined) === (number === undefined)) last.items.push(item);
    else lists.push({ number, items: [item] });
    at = end;
  }
  return lists.map(({ number, items: listed }) =>
    number === undefined ? block('list-unordered', listed) : orderedList(listed, Number(number)),
  );
};

const isBlockElement = (node: ChildNode): node is Element & ChildNode =>
  node instanceof Element &&
  (BLOCK_TAGS.test(node.tagName) || [...node.children].some((child) => isBlockElement(child)));

const elementToBlocks = (element: Element): Block[] => {
  const { tagName } = element;
  if (IGNORED.has(tagName.toUpperCase())) return [];
  // Word writes the title of a document as a paragraph.
  const level = element.classList.contains('MsoTitle') ? 1 : /^H([1-6])$/.exec(tagName)?.[1];
  if (level) return paragraphOf([...element.childNodes], Number(level));
  if (isCode(element)) return [codeOf(element)];
  if (tagName === 'HR') return [{ object: 'block', type: 'divider', isVoid: true, data: {} }];
  if (isList(element)) return listOf(element);
  if (tagName === 'FIGURE') return figureOf(element);
  if (tagName === 'TABLE') return tableBlocks(element);
  const inner = blocksOf(element.childNodes);
  return tagName === 'BLOCKQUOTE' && inner.length > 0 ? [block('blockquote', inner)] : inner;
};

function blocksOf(nodes: Iterable<ChildNode>): Block[] {
  const blocks: Block[] = [];
  let line: ChildNode[] = [];
  let items: WordItem[] = [];
  const finishLine = () => {
    blocks.push(...paragraphOf(line));
    line = [];
  };
  const finishList = () => {
    blocks.push(...wordLists(items));
    items = [];
  };
  for (const node of nodes) {
    const item = wordItemOf(node);
    if (item) {
      finishLine();
      items.push(item);
      continue;
    }
    if (node instanceof Element || (node.nodeType === 3 && node.textContent?.trim())) finishList();
    if (!isBlockElement(node)) {
      line.push(node);
      continue;
    }
    finishLine();
    blocks.push(...elementToBlocks(node));
  }
  finishList();
  finishLine();
  return blocks;
}

/** Converts HTML of web pages and word processors to a document. */
export const htmlToDocument = (html: string): Document => {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  body.toggleAttribute(CHOSEN_COLORS, hasChosenColors(html));
  placeFootnotes(body);
  return { object: 'document', data: {}, nodes: blocksOf(body.childNodes) };
};
