import type { Block, Document } from '../document.ts';
import { withKeys } from '../keys.ts';
import { mapHtml } from '../links.ts';
import { type RefCodec, stableRefs } from '../refs.ts';
import { withAnchors } from './anchors.ts';
import { parseBlocks } from './blocks.ts';
import { limitComplexity, restoreCharacters } from './complexity-limits.ts';
import type { Context } from './context.ts';
import { storeHtmlSource } from './html-addresses.ts';
import type { MarkdownOptions } from './options.ts';
import { parseSyntax } from './parse-syntax.ts';
import { joinPreformattedCells } from './preformatted-cells.ts';
import { safeRefs } from './script-urls.ts';
import type { Syntax } from './syntax.ts';

/** Parses Markdown to a document. Any text is valid, and nothing is lost. */
export function parseMarkdown(source: string, options: MarkdownOptions = {}): Document {
  // All line endings mean the same, and the fast paths of the parser know one.
  const markdown = joinPreformattedCells(source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source);
  const limited = limitComplexity(markdown);
  const parsed = parseSyntax(limited.markdown);
  const nodes = limited.isLimited ? restoreCharacters(parsed) : parsed;
  const context = contextOf(nodes, markdown, safeRefs(options.refs ?? stableRefs));
  const document: Document = { object: 'document', data: {}, nodes: parseBlocks(nodes, context) };
  const { refs } = options;
  const stored = refs ? mapHtml(document, (source) => storeHtmlSource(source, refs)) : document;
  return withKeys(withAnchors(stored));
}

/** The maximum length of all copies of footnotes, as JSON: each use of a footnote has a copy, so they grow like a product. */
const maxCopies = 20_000_000;

function contextOf(nodes: readonly Syntax[], markdown: string, refs: RefCodec): Context {
  const definitions = new Map<string, Syntax>();
  const notes = new Map<string, Syntax>();
  const used = new Set<string>();
  // A fast check for definitions.
  if (markdown.includes(']:'))
    for (const node of nodes) collectDefinitions(node, false, definitions, notes, used);
  const bodies = new Map<string, { readonly blocks: readonly Block[]; readonly length: number }>();
  let copies = 0;
  const context: Context = {
    refs,
    definitions,
    isHtml: false,
    isInLink: false,
    isInCell: false,
    depth: 0,
    isUsed: (node) =>
      node.type === 'definition'
        ? used.has(node.identifier!) && definitions.get(node.identifier!) === node
        : used.has(`^${node.identifier}`) && notes.get(node.identifier!.toLowerCase()) === node,
    note(identifier) {
      const definition = notes.get(identifier.toLowerCase());
      if (!definition) return undefined;
      const known = bodies.get(identifier.toLowerCase());
      if (known) {
        copies += known.length;
        return copies > maxCopies ? undefined : known.blocks;
      }
      // Footnotes in footnotes stay text, since they could be circular.
      const parsed = parseBlocks(definition.children!, { ...context, note: () => undefined });
      const blocks = parsed.length > 0 ? parsed : emptyNote;
      bodies.set(identifier.toLowerCase(), { blocks, length: JSON.stringify(blocks).length });
      return blocks;
    },
  };
  return context;
}

const emptyNote: readonly Block[] = [
  { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [] },
];

/** Collects all definitions, and the identifiers in use. */
function collectDefinitions(
  node: Syntax,
  isInNote: boolean,
  definitions: Map<string, Syntax>,
  notes: Map<string, Syntax>,
  used: Set<string>,
): void {
  const isNote = node.type === 'footnoteDefinition';
  if (node.type === 'definition' && !definitions.has(node.identifier!))
    definitions.set(node.identifier!, node);
  else if (isNote && !notes.has(node.identifier!.toLowerCase()))
    notes.set(node.identifier!.toLowerCase(), node);
  else if (node.type === 'linkReference' || node.type === 'imageReference') used.add(node.identifier!);
  else if (!isInNote && node.type === 'footnoteReference') used.add(`^${node.identifier}`);
  else if (!isInNote && node.type === 'html')
    for (const [, identifier] of node.value!.matchAll(/data-footnote-ref[^>]*#user-content-fn-([^"'>\s]+)/g))
      used.add(`^${identifier}`);
  for (const child of node.children ?? [])
    collectDefinitions(child, isInNote || isNote, definitions, notes, used);
}
