import type { Block, Document, Inline, Leaf, Mark, Text } from '@lectern/document';
import { isSafeUrl } from '@lectern/document';
import { normalLine } from '../../../../document/src/markdown/line.ts';
import type { BlockType, MarkType } from '../../../../document/src/node-types.ts';

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

const HEADINGS: Readonly<Record<string, BlockType>> = {
  H1: 'heading-1',
  H2: 'heading-1',
  H3: 'heading-2',
  H4: 'heading-3',
  H5: 'heading-3',
  H6: 'heading-3',
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
  const style = (element as HTMLElement).style;
  const weight = style?.fontWeight ?? '';
  let next = marks;
  const byTag = MARK_TAGS[element.tagName];
  // Google Docs puts everything into a `b` that is not bold.
  if (byTag && !(byTag === 'bold' && /^(?:normal|400)$/.test(weight))) next = add(next, byTag);
  if (/^(?:bold|bolder|[6-9]00)$/.test(weight)) next = add(next, 'bold');
  if (style?.fontStyle === 'italic') next = add(next, 'italic');
  if (style?.textDecoration?.includes('line-through')) next = add(next, 'strikethrough');
  return next;
};

const imageOf = (element: Element): { ref: { kind: 'url'; url: string }; alt?: string } | undefined => {
  const url = element.getAttribute('src') ?? '';
  const alt = element.getAttribute('alt')?.trim();
  return /^https?:/.test(url) ? { ref: { kind: 'url', url }, ...(alt && { alt }) } : undefined;
};

const lineOf = (nodes: Iterable<ChildNode>, marks: readonly Mark[] = []): LineNode[] =>
  [...nodes].flatMap((node): LineNode[] => {
    if (node.nodeType === 3) {
      const text = (node.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ');
      return text === '' ? [] : [leaf(text, marks)];
    }
    if (!(node instanceof Element) || IGNORED.has(node.tagName.toUpperCase())) return [];
    if (node.tagName === 'BR') return [leaf('\n', marks)];
    if (node.tagName === 'IMG') {
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

const paragraphOf = (nodes: readonly ChildNode[], type: BlockType = 'paragraph'): Block[] => {
  const line = normalLine(lineOf(nodes));
  return line.length === 0 ? [] : [block(type, line)];
};

const codeOf = (element: Element): Block => {
  const language = /(?:lang(?:uage)?|highlight-source)-([\w+#-]+)/.exec(
    `${element.className} ${element.querySelector('code')?.className ?? ''}`,
  )?.[1];
  const lines = (element.textContent ?? '').replace(/\n$/, '').split('\n');
  return block(
    'code',
    lines.map((line) => block('code-line', line === '' ? [] : [leaf(line, [])])),
    language ? { syntax: language } : {},
  );
};

const tableOf = (element: Element): Block[] => {
  const rows = [...element.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('td, th')]);
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return [];
  const isHeaded =
    rows[0]!.every(({ tagName }) => tagName === 'TH') || element.querySelector('thead') !== null;
  const [head, body] = isHeaded ? [rows[0]!, rows.slice(1)] : [[], rows];
  const columns = Array.from({ length: width }, (_, at) => `c${at}`);
  const fragments = body.flatMap((row, y) =>
    columns.map((column, x) => ({
      object: 'fragment' as const,
      fragment: `r${y}-${column}`,
      nodes: row[x] ? blocksOf(row[x].childNodes) : [],
    })),
  );
  return [
    {
      object: 'block',
      type: 'table',
      isVoid: true,
      data: {
        view: { type: 'grid', columns, hideHeader: false },
        definition: Object.fromEntries(
          columns.map((id, at) => [
            id,
            { id, title: head[at]?.textContent?.trim() ?? '', type: 'text', textAlignment: 'left' },
          ]),
        ),
        records: Object.fromEntries(
          body.map((_, y) => [
            `r${y}`,
            {
              orderIndex: String(y).padStart(6, '0'),
              values: Object.fromEntries(columns.map((column) => [column, `r${y}-${column}`])),
            },
          ]),
        ),
      },
      fragments,
    },
  ];
};

const listOf = (element: Element): Block[] => {
  const items = [...element.children].flatMap((item): Block[] => {
    const nodes = blocksOf(item.childNodes);
    return nodes.length === 0 ? [] : [block('list-item', nodes)];
  });
  return items.length === 0
    ? []
    : [block(element.tagName === 'OL' ? 'list-ordered' : 'list-unordered', items)];
};

const isBlockElement = (node: ChildNode): node is Element & ChildNode =>
  node instanceof Element &&
  (BLOCK_TAGS.test(node.tagName) || [...node.children].some((child) => isBlockElement(child)));

const elementToBlocks = (element: Element): Block[] => {
  const { tagName } = element;
  if (IGNORED.has(tagName.toUpperCase())) return [];
  if (HEADINGS[tagName]) return paragraphOf([...element.childNodes], HEADINGS[tagName]);
  if (tagName === 'PRE') return [codeOf(element)];
  if (tagName === 'HR') return [{ object: 'block', type: 'divider', isVoid: true, data: {} }];
  if (tagName === 'UL' || tagName === 'OL') return listOf(element);
  if (tagName === 'TABLE') return tableOf(element);
  const inner = blocksOf(element.childNodes);
  return tagName === 'BLOCKQUOTE' && inner.length > 0 ? [block('blockquote', inner)] : inner;
};

function blocksOf(nodes: Iterable<ChildNode>): Block[] {
  const blocks: Block[] = [];
  let line: ChildNode[] = [];
  const finishLine = () => {
    blocks.push(...paragraphOf(line));
    line = [];
  };
  for (const node of nodes) {
    if (!isBlockElement(node)) {
      line.push(node);
      continue;
    }
    finishLine();
    blocks.push(...elementToBlocks(node));
  }
  finishLine();
  return blocks;
}

/** Converts HTML of web pages and word processors to a document. */
export const htmlToDocument = (body: Element): Document => ({
  object: 'document',
  data: {},
  nodes: blocksOf(body.childNodes),
});
