import type { Block, Data, Document, Inline, Leaf, Node, Text } from './document.ts';
import { isRecord } from './is-record.ts';

const schemes = ['http', 'https', 'mailto', 'tel'];

// Characters that browsers ignore in a scheme.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are matched on purpose
const ignored = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]/g;

/** Whether the scheme of a URL is allowed, so that following it runs no script. */
export const isSafeUrl = (url: string): boolean => {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(ignored, ''))?.[1];
  return scheme === undefined || schemes.includes(scheme.toLowerCase());
};

/** Whether a text is a script URL, also one marked as `unsafe:`. */
export const isScript = (text: string): boolean =>
  /^(?:unsafe:)*(?:java|vb)script:/i.test(text.replace(ignored, ''));

/** Fields of data that contain a URL. */
const urlFields = new Set(['url', 'href', 'src']);
/** Fields of data in which any text may be a URL. */
const opaqueFields = new Set(['props', 'action', 'records']);

/** Fields of data with unknown attributes. */
const attributeFields = new Set([
  'attributes',
  'cellAttributes',
  'linkAttributes',
  'figureAttributes',
  'summaryAttributes',
]);

/** Data without unknown attributes and unsafe URLs. */
function cleanData(data: Data): Data {
  const clean = (value: unknown, isUrl: boolean, isOpaque: boolean): unknown => {
    if (typeof value === 'string')
      return (isUrl && !isSafeUrl(value)) || (isOpaque && isScript(value)) ? undefined : value;
    if (Array.isArray(value))
      return value.map((item) => clean(item, isUrl, isOpaque)).filter((item) => item !== undefined);
    if (!isRecord(value)) return value;
    if (value.kind === 'url' && !isSafeUrl(String(value.url))) return undefined;
    const entries = Object.entries(value).flatMap(([name, item]) => {
      if (attributeFields.has(name)) return [];
      const cleaned = clean(item, urlFields.has(name), isOpaque || opaqueFields.has(name));
      return cleaned === undefined ? [] : [[name, cleaned] as const];
    });
    return Object.fromEntries(entries);
  };
  return clean(data, false, false) as Data;
}

// Commands of a formula that create links, load images, set attributes or define such commands.
const activeMath =
  /\\(?:href|url|includegraphics|html[A-Za-z]*|csname|unicode|require)(?![A-Za-z])\s*(?:\{[^{}]*\})?/g;

const cleanFormula = (data: Data): Data =>
  typeof data.formula === 'string' ? { ...data, formula: data.formula.replace(activeMath, ' ') } : data;

const leaf = (text: string): Leaf => ({ object: 'leaf', text, marks: [] });
const textNode = (text: string): Text => ({ object: 'text', leaves: [leaf(text)] });

/** Elements whose content is not text for readers. */
const hidden = 'script|style|iframe|object|embed|noscript|template|svg|math|textarea|title';
const hiddenOpening = new RegExp(`^<(${hidden})\\b`, 'i');
const hiddenClosing = new RegExp(`^</(${hidden})\\b`, 'i');
const hiddenElements = new RegExp(`<(${hidden})\\b[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi');

const textOfHtml = (source: string): string =>
  source
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(hiddenElements, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The source of a piece of raw HTML; undefined for every other node. */
const sourceOf = (node: Node): string | undefined =>
  node.object !== 'text' && node.type === 'html' ? String(node.data?.source ?? '').toLowerCase() : undefined;

/** The replacement of a node whose URL was removed. */
function withoutUrl(node: Block | Inline, children: readonly Node[]): readonly Node[] {
  if (node.object === 'block') return [];
  const label = node.data?.label ?? node.data?.alt;
  return children.length > 0 || typeof label !== 'string' || label === '' ? children : [textNode(label)];
}

const scriptUrl = /(?:javascript|vbscript|data)\s*(?::|&colon;|&#)/i;

function cleanNode(node: Node): readonly Node[] {
  if (node.object === 'text') return [node];
  if (node.type === 'html') {
    const text = node.object === 'block' ? textOfHtml(String(node.data?.source ?? '')) : '';
    return text === '' ? [] : [{ object: 'block', type: 'paragraph', data: {}, nodes: [textNode(text)] }];
  }
  // An inline tag is shown as text.
  if (node.type === 'tag' && node.object === 'inline') return [textNode(String(node.data?.source ?? ''))];
  // A tag may be raw because of its script URL.
  if (node.type === 'tag' && scriptUrl.test(String(node.data?.source ?? ''))) return [];
  const data = node.data && cleanFormula(cleanData(node.data));
  const nodes = node.nodes && cleanList(node.nodes);
  const lost = ['ref', 'url'].some((name) => node.data?.[name] !== undefined && data?.[name] === undefined);
  if (lost) return withoutUrl(node, nodes ?? []);
  // Empty containers are removed.
  if (node.type === 'images' && nodes?.length === 0) return [];
  return [
    {
      ...node,
      ...(data && { data }),
      ...(nodes && { nodes }),
      ...(node.fragments && {
        fragments: node.fragments.map((part) => ({ ...part, nodes: cleanList(part.nodes) })),
      }),
    } as Node,
  ];
}

/** Cleans a list of nodes, and removes the content of hidden elements. */
function cleanList(nodes: readonly Node[]): readonly Node[] {
  const cleaned: Node[] = [];
  const closings = new Map<string, number>();
  for (const [at, node] of nodes.entries()) {
    const name = hiddenClosing.exec(sourceOf(node) ?? '')?.[1];
    if (name !== undefined) closings.set(name, at);
  }
  let until: string | undefined;
  for (const [at, node] of nodes.entries()) {
    const tag = sourceOf(node);
    if (until !== undefined) {
      if (tag?.startsWith(until)) until = undefined;
      continue;
    }
    const name = hiddenOpening.exec(tag ?? '')?.[1];
    if (name !== undefined && (closings.get(name) ?? -1) > at) until = `</${name}`;
    cleaned.push(...cleanNode(node));
  }
  return cleaned;
}

/**
 * Removes active content from a document: raw HTML, unknown attributes, and URLs of other schemes than web, mail and
 * telephone. Readable text is preserved.
 */
export const withoutActiveContent = (document: Document): Document => ({
  ...document,
  nodes: cleanList(document.nodes) as readonly Block[],
});
