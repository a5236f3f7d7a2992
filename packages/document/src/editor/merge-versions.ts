import type { Block, Document } from '../document.ts';
import { lostWord } from '../markdown/lost-word.ts';
import { normalizeLines } from '../markdown/normal-lines.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { printMarkdown } from '../markdown/print.ts';
import { mergeDocuments } from '../merge/document.ts';
import { isSameText } from './same-text.ts';

/** A document as the server stores it, so that white space that it removes is not taken for an edit. */
export const asStored = (document: Document): Document =>
  parseMarkdown(printMarkdown(normalizeLines(document)));

/** The form of a document that Markdown can say; undefined if that has not all of its words. */
export const asStorable = (document: Document): Document | undefined => {
  const stored = asStored(document);
  return lostWord(document.nodes, stored.nodes) === undefined ? stored : undefined;
};

// Both versions stay: a person deletes the one that is not wanted.
const keepBoth = (blocks: readonly Block[]): readonly Block[] =>
  blocks.flatMap((block) =>
    block.type === 'conflict'
      ? (block.nodes ?? []).flatMap((side) =>
          'nodes' in side ? ((side.nodes ?? []) as readonly Block[]) : [],
        )
      : [{ ...block, ...(block.nodes && { nodes: keepBothIn(block.nodes) }) } as Block],
  );

const keepBothIn = (nodes: NonNullable<Block['nodes']>): NonNullable<Block['nodes']> =>
  nodes.every((node): node is Block => node.object === 'block') ? keepBoth(nodes) : nodes;

const textOf = (block: Block): string =>
  printMarkdown(asStored({ object: 'document', data: {}, nodes: [block] }));

/** A merged text. */
export interface MergedText {
  readonly document: Document;
  /** Whether two versions of a line are in it. */
  readonly hasBoth: boolean;
}

/**
 * Merges the text in the editor with a newer version on the server; where both changed a line, both lines stay. If the editor has
 * everything, its own document is returned.
 */
export const mergeText = (base: Document, server: Document, editor: Document): MergedText => {
  const { document, conflicts } = mergeDocuments(asStored(base), asStored(server), asStored(editor));
  const nodes = keepBoth(document.nodes);
  if (isSameText({ ...document, nodes }, editor)) return { document: editor, hasBoth: false };
  // A space at the end of a line is not stored, but somebody may be about to write the next word.
  const typed = new Map(editor.nodes.map((block) => [textOf(block), block]));
  const merged = { ...document, nodes: nodes.map((block) => typed.get(textOf(block)) ?? block) };
  return { document: merged, hasBoth: conflicts.length > 0 };
};

/** The merged text alone. */
export const mergeVersions = (...versions: Parameters<typeof mergeText>): Document =>
  mergeText(...versions).document;

/** Whether a version has all changes that were made to a base. */
const hasChanges = (version: Document, base: Document, changed: Document): boolean => {
  const { document, conflicts } = mergeDocuments(asStored(base), asStored(version), asStored(changed));
  return conflicts.length === 0 && isSameText(document, version);
};

/**
 * The version that the server and the editor have in common: the last one that was sent and that the server has, even if its
 * response was lost, or the base.
 */
export const commonVersion = (base: Document, sent: readonly Document[], server: Document): Document =>
  sent.findLast((version) => hasChanges(server, base, version)) ?? base;
