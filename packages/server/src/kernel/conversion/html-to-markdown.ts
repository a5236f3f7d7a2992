import { escapeAttribute, quoteTagValue, slug } from '@lectern/document';
import type { Element, ElementContent, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { defaultHandlers, type Handle, type State, toMdast } from 'hast-util-to-mdast';
import type { BlockContent, Node, PhrasingContent, RootContent, TableCell } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { admonitionOf } from './admonitions.ts';
import { classesOf, textOf } from './hast.ts';

/** Embedded content of another website. */
interface Embed extends Node {
  type: 'embed';
  url: string;
}

/** A formula in TeX, as a block or in a text. */
interface Formula extends Node {
  type: 'math' | 'inlineMath';
  value: string;
}

declare module 'mdast' {
  interface RootContentMap {
    embed: Embed;
    formula: Formula;
  }
}

const ANCHOR = /^[-a-z0-9.+_]+$/;
const LANGUAGE = /(?:^|\s)(?:(?:language|lang|highlight-source|highlight)-|brush:\s*)([\w+#.-]+)/;
/** Converts HTML to Markdown with GitBook's blocks, and maps its URLs. */
export const htmlToMarkdown = (html: string, mapUrl: (url: string) => string): string => {
  const tree = fromHtml(html, { fragment: true });
  annotate(tree, mapUrl);
  const handlers = {
    ...HEADINGS,
    a,
    p,
    pre,
    details,
    figure,
    iframe,
    video,
    div: hint,
    section: hint,
    blockquote: hint,
    aside: hint,
    'lectern-tabs': tabs,
    'lectern-tab': tab,
    math,
    menu: defaultHandlers.ul,
    table,
    td: cell,
    th: cell,
  };
  const document = toMdast(tree, { handlers, document: true });
  return toMarkdown(document, {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    bullet: '*',
    emphasis: '_',
    rule: '*',
    handlers: {
      // Inline content cannot contain a block.
      embed: ({ url }: Embed, _parent, { stack }) =>
        stack.includes('phrasing') ? `[${url}](<${url}>)` : `{% embed url="${url}" %}`,
      inlineMath: ({ value }: Formula) => `$$${value}$$`,
      math: ({ value }: Formula, _parent, { stack }) =>
        stack.includes('phrasing') ? `$$${value}$$` : `$$\n${value}\n$$`,
    },
    // Text that looks like a tag or a formula.
    unsafe: [
      { character: '{', after: '%', inConstruct: 'phrasing' },
      { character: '$', after: '\\$', inConstruct: 'phrasing' },
    ],
  });
};

/** Maps URLs, and sets the language of code blocks whose ancestors name it. */
const annotate = (node: Nodes, mapUrl: (url: string) => string, inherited?: string): void => {
  let language = inherited;
  if (node.type === 'element') {
    for (const name of ['href', 'src']) {
      const url = node.properties[name];
      if (typeof url === 'string') node.properties[name] = mapUrl(url);
    }
    language = LANGUAGE.exec(classesOf(node))?.[1] ?? inherited;
    if (node.tagName === 'pre') node.properties.language = language;
  }
  if ('children' in node) for (const child of node.children) annotate(child, mapUrl, language);
};

const raw = (value: string) => ({ type: 'html', value }) as const;

const blocksIn = (state: State, element: Element): RootContent[] => state.toFlow(state.all(element));

const heading =
  (depth: 1 | 2 | 3 | 4 | 5 | 6): Handle =>
  (state, element) => {
    const children = state.all(element) as PhrasingContent[];
    const { id } = element.properties;
    // The anchor of a heading is derived from its text, unless it has another id.
    const hasOwnAnchor = typeof id === 'string' && ANCHOR.test(id) && id !== slug(textOf(element));
    if (hasOwnAnchor) children.push({ type: 'text', value: ' ' }, raw(`<a href="#${id}" id="${id}"></a>`));
    return { type: 'heading', depth, children };
  };

// The only heading of the first level is the title of the page.
const HEADINGS = {
  h1: heading(2),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(4),
  h6: heading(4),
};

// A link without a target becomes its text.
const a: Handle = (state, element) =>
  element.properties.href ? defaultHandlers.a(state, element) : state.all(element);

const pre: Handle = (_state, element) => {
  const inside = elementsIn(element, 'code').map((code) => LANGUAGE.exec(classesOf(code))?.[1]);
  const lang = (inside.find(Boolean) ?? String(element.properties.language ?? '')).toLowerCase();
  const code = {
    type: 'code',
    lang: ['', 'default', 'text', 'none', 'plaintext'].includes(lang) ? null : lang,
    value: textOf(element).replace(/\n$/, ''),
  } as const;
  const { title } = element.properties;
  return typeof title === 'string' && title !== '' ? [tag('code', { title }), code, tag('endcode')] : code;
};

const details: Handle = (state, element) => {
  const isSummary = (child: ElementContent) => child.type === 'element' && child.tagName === 'summary';
  const summary = element.children.find(isSummary);
  const body = { ...element, children: element.children.filter((child) => !isSummary(child)) };
  const title = escapeAttribute((summary ? textOf(summary) : 'Details').replaceAll(/\s+/g, ' ').trim());
  return [
    raw(`<details>\n\n<summary>${title}</summary>`),
    ...(blocksIn(state, body) as BlockContent[]),
    raw('</details>'),
  ];
};

const elementsIn = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) =>
    child.type === 'element' ? [...(child.tagName === name ? [child] : []), ...elementsIn(child, name)] : [],
  );

const figure: Handle = (state, element) => {
  if (admonitionOf(element)) return hintOf(state, element);
  const [image, ...more] = elementsIn(element, 'img');
  const source = image?.properties.src;
  const caption = elementsIn(element, 'figcaption').map(textOf).join(' ').replaceAll(/\s+/g, ' ').trim();
  const hasOtherText = textOf(element).replaceAll(/\s+/g, ' ').trim() !== caption;
  if (typeof source !== 'string' || more.length > 0 || hasOtherText) return state.all(element);
  const alt = escapeAttribute(String(image?.properties.alt ?? ''));
  const captionHtml = caption && `<p>${escapeAttribute(caption)}</p>`;
  return raw(
    `<figure><img src="${escapeAttribute(source)}" alt="${alt}"><figcaption>${captionHtml}</figcaption></figure>`,
  );
};

const iframe: Handle = (_state, element) => {
  const { src } = element.properties;
  if (typeof src !== 'string' || !/^https?:/.test(src)) return undefined;
  return { type: 'embed', url: src.replaceAll('"', '%22') } as Embed as never;
};

// A video without a source is not shown, but the text in it is.
const video: Handle = (state, element) =>
  [element, ...elementsIn(element, 'source')].some(({ properties }) => properties.src)
    ? defaultHandlers.video(state, element)
    : state.all(element);

// A paragraph may contain blocks.
const p: Handle = (state, element) => blocksIn(state, element) as BlockContent[];

const BLOCKS_OF_TEXT: ReadonlySet<string> = new Set(['paragraph', 'heading', 'blockquote', 'code']);

/** Blocks as inline content: cells of tables cannot contain blocks. */
const toInline = (nodes: readonly RootContent[]): PhrasingContent[] =>
  nodes.flatMap((node, at) => {
    const before = nodes[at - 1]?.type;
    const needsBreak = before !== undefined && (BLOCKS_OF_TEXT.has(before) || BLOCKS_OF_TEXT.has(node.type));
    const isBesideList = before === 'list' || node.type === 'list';
    return [...(needsBreak && !isBesideList ? [raw('<br>')] : []), ...inlineOf(node)];
  });

const inlineOf = (node: RootContent): PhrasingContent[] => {
  switch (node.type) {
    case 'list': {
      const name = node.ordered ? 'ol' : 'ul';
      const items = node.children.flatMap(({ children }) => [
        raw('<li>'),
        ...toInline(children),
        raw('</li>'),
      ]);
      return [raw(`<${name}>`), ...items, raw(`</${name}>`)];
    }
    case 'paragraph':
    case 'heading':
    case 'blockquote':
      return toInline(node.children);
    case 'code':
      return toInline(
        node.value
          .split('\n')
          .filter((line) => line !== '')
          .map((value) => ({ type: 'paragraph', children: [{ type: 'inlineCode', value }] })),
      );
    case 'html': {
      // Tags of blocks cannot be in a cell; the title of a tab stays.
      if (node.value.startsWith('{%')) return titleOfTag(node.value);
      return [raw(node.value.replaceAll(/\s*\n\s*/g, ' '))];
    }
    case 'break':
      return [raw('<br>')];
    default:
      return [node as PhrasingContent];
  }
};

const titleOfTag = (tagText: string): PhrasingContent[] => {
  const title = /^\{% (?:tab|code) title="(.*)" %\}$/s.exec(tagText)?.[1];
  return title === undefined
    ? []
    : [{ type: 'strong', children: [{ type: 'text', value: title }] }, raw('<br>')];
};

const cell: Handle = (state, element) => {
  const tableCell = defaultHandlers.td(state, element) as TableCell;
  return { ...tableCell, children: toInline(tableCell.children) };
};

const tag = (name: string, attributes: Readonly<Record<string, string>> = {}) =>
  raw(
    `{% ${[name, ...Object.entries(attributes).map(([key, value]) => `${key}=${quoteTagValue(value)}`)].join(' ')} %}`,
  );

const tabs: Handle = (state, element) => [
  tag('tabs'),
  ...(blocksIn(state, element) as BlockContent[]),
  tag('endtabs'),
];

const tab: Handle = (state, element) => [
  tag('tab', { title: String(element.properties.title ?? '') }),
  ...(blocksIn(state, element) as BlockContent[]),
  tag('endtab'),
];

const boldParagraph = (value: string): BlockContent => ({
  type: 'paragraph',
  children: [{ type: 'strong', children: [{ type: 'text', value }] }],
});

const hintOf = (state: State, element: Element): BlockContent[] | undefined => {
  const found = admonitionOf(element);
  if (!found) return undefined;
  const { style, title, body } = found;
  return [
    tag('hint', { style }),
    ...(title ? [boldParagraph(title)] : []),
    ...(blocksIn(state, body) as BlockContent[]),
    tag('endhint'),
  ];
};

const hint: Handle = (state, element) =>
  hintOf(state, element) ??
  (element.tagName === 'blockquote' ? defaultHandlers.blockquote : defaultHandlers.div)(state, element);

/** A formula: its TeX source if the page contains it, or else its text. */
const math: Handle = (_state, element) => {
  const source = elementsIn(element, 'annotation').find(
    ({ properties }) => properties.encoding === 'application/x-tex',
  );
  const text = textOf(source ?? element)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text === '') return undefined;
  if (!source) return { type: 'text', value: text };
  const isBlock = element.properties.display === 'block';
  return { type: isBlock ? 'math' : 'inlineMath', value: text } as Formula as never;
};

const childrenNamed = (element: Element, names: readonly string[]): Element[] =>
  element.children.filter(
    (child): child is Element => child.type === 'element' && names.includes(child.tagName),
  );

const rowsOf = (element: Element): Element[] => [
  ...childrenNamed(element, ['tr']),
  ...childrenNamed(element, ['thead', 'tbody', 'tfoot']).flatMap((part) => childrenNamed(part, ['tr'])),
];

/** A table, with its caption as a paragraph above it; a table in a table becomes the blocks of its cells. */
const table: Handle = (state, element) => {
  const captions = childrenNamed(element, ['caption']);
  const cells = state.inTable ? rowsOf(element).flatMap((row) => childrenNamed(row, ['th', 'td'])) : [];
  return [
    ...[...captions, ...cells].flatMap((each) => blocksIn(state, each) as BlockContent[]),
    ...(state.inTable ? [] : [defaultHandlers.table(state, element) as BlockContent]),
  ];
};
