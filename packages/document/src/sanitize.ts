import type { Block, Data, Document, Inline, Leaf, Node, Text } from './document.ts';
import { isRecord } from './is-record.ts';

const schemes = ['http', 'https', 'mailto', 'tel'];

// Browsers ignore these wherever they stand in a scheme.
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const ignored = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]/g;

/** Whether following an address leads somewhere, rather than running something. */
export const isSafeUrl = (url: string): boolean => {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(ignored, ''))?.[1];
  return scheme === undefined || schemes.includes(scheme.toLowerCase());
};

/** Whether a text of which nobody knows what it is would run where it is followed, or was kept from it. */
export const isScript = (text: string): boolean =>
  /^(?:unsafe:)*(?:java|vb)script:/i.test(text.replace(ignored, ''));

/** Where data holds an address by itself, and where any text may be one. */
const addresses = new Set(['url', 'href', 'src']);
const opaque = new Set(['props', 'action', 'records']);

/** Data without foreign attributes and without addresses that run something. */
function cleanData(data: Data): Data {
  const clean = (value: unknown, isAddress: boolean, isOpaque: boolean): unknown => {
    if (typeof value === 'string')
      return (isAddress && !isSafeUrl(value)) || (isOpaque && isScript(value)) ? undefined : value;
    if (Array.isArray(value))
      return value.map((item) => clean(item, isAddress, isOpaque)).filter((item) => item !== undefined);
    if (!isRecord(value)) return value;
    if (value.kind === 'url' && !isSafeUrl(String(value.url))) return undefined;
    const entries = Object.entries(value).flatMap(([name, item]) => {
      if (name === 'attributes') return [];
      const kept = clean(item, addresses.has(name), isOpaque || opaque.has(name));
      return kept === undefined ? [] : [[name, kept] as const];
    });
    return Object.fromEntries(entries);
  };
  return clean(data, false, false) as Data;
}

// What makes links, fetches pictures or sets attributes in a formula, and what could spell such a command.
const activeMath =
  /\\(?:href|url|includegraphics|html[A-Za-z]*|csname|unicode|require)(?![A-Za-z])\s*(?:\{[^{}]*\})?/g;

const cleanFormula = (data: Data): Data =>
  typeof data.formula === 'string' ? { ...data, formula: data.formula.replace(activeMath, ' ') } : data;

const leaf = (text: string): Leaf => ({ object: 'leaf', text, marks: [] });
const textNode = (text: string): Text => ({ object: 'text', leaves: [leaf(text)] });

/** Elements whose content is no text for readers. */
const silent = 'script|style|iframe|object|embed|noscript|template|svg|math|textarea|title';
const silentOpening = new RegExp(`^<(${silent})\\b`, 'i');
const silentClosing = new RegExp(`^</(${silent})\\b`, 'i');
const silentElements = new RegExp(`<(${silent})\\b[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi');

const textOfHtml = (source: string): string =>
  source
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(silentElements, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The source of a piece of raw HTML; undefined for every other node. */
const sourceOf = (node: Node): string | undefined =>
  node.object !== 'text' && node.type === 'html' ? String(node.data?.source ?? '').toLowerCase() : undefined;

/** What stands for a node whose address was taken from it. */
function withoutAddress(node: Block | Inline, children: readonly Node[]): readonly Node[] {
  if (node.object === 'block') return [];
  const label = node.data?.label ?? node.data?.alt;
  return children.length > 0 || typeof label !== 'string' || label === '' ? children : [textNode(label)];
}

const runsSomething = /(?:javascript|vbscript|data)\s*(?::|&colon;|&#)/i;

function cleanNode(node: Node): readonly Node[] {
  if (node.object === 'text') return [node];
  if (node.type === 'html') {
    const text = node.object === 'block' ? textOfHtml(String(node.data?.source ?? '')) : '';
    return text === '' ? [] : [{ object: 'block', type: 'paragraph', data: {}, nodes: [textNode(text)] }];
  }
  // Among words a tag is read as the text it is.
  if (node.type === 'tag' && node.object === 'inline') return [textNode(String(node.data?.source ?? ''))];
  // A tag that was kept as it is written, because of where it leads.
  if (node.type === 'tag' && runsSomething.test(String(node.data?.source ?? ''))) return [];
  const data = node.data && cleanFormula(cleanData(node.data));
  const nodes = node.nodes && cleanList(node.nodes);
  const lost = ['ref', 'url'].some((name) => node.data?.[name] !== undefined && data?.[name] === undefined);
  if (lost) return withoutAddress(node, nodes ?? []);
  // A container of nothing is nothing.
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

/** Nodes of one list: between the tags of an element that is no text for readers, nothing stays. */
function cleanList(nodes: readonly Node[]): readonly Node[] {
  const kept: Node[] = [];
  const closings = new Map<string, number>();
  for (const [at, node] of nodes.entries()) {
    const name = silentClosing.exec(sourceOf(node) ?? '')?.[1];
    if (name !== undefined) closings.set(name, at);
  }
  let until: string | undefined;
  for (const [at, node] of nodes.entries()) {
    const tag = sourceOf(node);
    if (until !== undefined) {
      if (tag?.startsWith(until)) until = undefined;
      continue;
    }
    const name = silentOpening.exec(tag ?? '')?.[1];
    if (name !== undefined && (closings.get(name) ?? -1) > at) until = `</${name}`;
    kept.push(...cleanNode(node));
  }
  return kept;
}

/**
 * The same document without anything that could run where it is shown: raw HTML, attributes that no block knows, and
 * addresses of other kinds than pages and mail. What readers would have read stays.
 */
export const withoutActiveContent = (document: Document): Document => ({
  ...document,
  nodes: cleanList(document.nodes) as readonly Block[],
});
