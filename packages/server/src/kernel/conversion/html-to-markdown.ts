import { escapeAttribute, slug } from '@lectern/document';
import type { Element, ElementContent, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { defaultHandlers, type Handle, type State, toMdast } from 'hast-util-to-mdast';
import type { BlockContent, Node, PhrasingContent, RootContent, TableCell } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

/** Embedded content of another website. */
interface Embed extends Node {
  type: 'embed';
  url: string;
}

declare module 'mdast' {
  interface RootContentMap {
    embed: Embed;
  }
}

const ANCHOR = /^[-a-z0-9.+_]+$/;
const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?)[-\s]([\w+#.-]+)/;
const HINTS: readonly (readonly [word: RegExp, style: string])[] = [
  [/danger|error|critical|important/, 'danger'],
  [/warning|caution|attention/, 'warning'],
  [/success|tip/, 'success'],
  [/note|info|hint|seealso/, 'info'],
];
const IS_HINT = /(?:^|\s)(?:admonition|callout|alert|hint|theme-admonition|markdown-alert)(?:[\s-]|$)/;

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
    div: hint,
    aside: hint,
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

const textOf = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';

const raw = (value: string) => ({ type: 'html', value }) as const;

const blocksIn = (state: State, element: Element): RootContent[] => state.toFlow(state.all(element));

const classesOf = ({ properties }: Element): string => [properties.className ?? []].flat().join(' ');

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
  const lang = inside.find(Boolean) ?? String(element.properties.language ?? '');
  return {
    type: 'code',
    lang: ['', 'default', 'text', 'none'].includes(lang) ? null : lang,
    value: textOf(element).replace(/\n$/, ''),
  };
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
  const [image, ...more] = elementsIn(element, 'img');
  const source = image?.properties.src;
  if (typeof source !== 'string' || more.length > 0) return state.all(element);
  const caption = elementsIn(element, 'figcaption').map(textOf).join(' ').replaceAll(/\s+/g, ' ').trim();
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
    case 'html':
      return [raw(node.value.replaceAll(/\s*\n\s*/g, ' '))];
    case 'break':
      return [raw('<br>')];
    default:
      return [node as PhrasingContent];
  }
};

const cell: Handle = (state, element) => {
  const tableCell = defaultHandlers.td(state, element) as TableCell;
  return { ...tableCell, children: toInline(tableCell.children) };
};

const hint: Handle = (state, element) => {
  const classes = classesOf(element);
  const style = IS_HINT.test(classes) && HINTS.find(([word]) => word.test(classes))?.[1];
  if (!style) return state.all(element);
  return [
    raw(`{% hint style="${style}" %}`),
    ...(blocksIn(state, element) as BlockContent[]),
    raw('{% endhint %}'),
  ];
};
