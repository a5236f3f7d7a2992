import {
  type Block,
  type BlockDiff,
  conflictsOf,
  type Document,
  type DocumentConflict,
  diffDocuments,
  parseMarkdown,
  printMarkdown,
  resolveConflict,
} from '@lectern/document';

/** The outcome that a person chose for a conflict between blocks. */
export type Outcome =
  | { readonly take: 'primary' | 'changed' | 'both' }
  | { readonly take: 'edit'; readonly markdown: string };

const documentOf = (nodes: readonly Block[]): Document => ({ object: 'document', data: {}, nodes });

/** The Markdown with which editing by hand begins: both sides, one after the other. */
export const markdownOfBoth = ({ primary, changed }: DocumentConflict): string =>
  [primary, changed]
    .filter((side) => side.length > 0)
    .map((side) => printMarkdown(documentOf(side)).trim())
    .join('\n\n');

/** The blocks of an outcome. */
export const blocksOf = ({ primary, changed }: DocumentConflict, outcome: Outcome): readonly Block[] => {
  if (outcome.take === 'edit') return parseMarkdown(outcome.markdown).nodes;
  if (outcome.take === 'both') return [...primary, ...changed];
  return outcome.take === 'primary' ? primary : changed;
};

const blockAt = (document: Document, path: DocumentConflict['path']): Block =>
  path.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], document) as Block;

/** The document with every conflict replaced by its outcome; those without one stay. Conflicts inside of conflicts follow later. */
export const withOutcomes = (document: Document, outcomes: ReadonlyMap<number, Outcome>): Document => {
  const conflicts = conflictsOf(document);
  // The last one first, so that the indexes of the others stay the same.
  return [...outcomes]
    .sort(([a], [b]) => b - a)
    .reduce((current, [index, outcome]) => {
      const conflict = conflicts[index];
      if (!conflict) return current;
      // The outcome becomes the primary side, which then replaces the conflict.
      const block = blockAt(current, conflict.path);
      const chosen: Block = {
        ...block,
        nodes: [
          { object: 'block', type: 'conflict-primary', data: {}, nodes: blocksOf(conflict, outcome) },
          { object: 'block', type: 'conflict-changed', data: {}, nodes: [] },
        ],
      };
      const replaced = replaceAt(current, conflict.path, chosen) as Document;
      return resolveConflict(replaced, index, 'primary');
    }, document);
};

const replaceAt = (value: unknown, [step, ...rest]: DocumentConflict['path'], by: Block): unknown => {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? replaceAt(item, rest, by) : item));
  const record = value as Record<string, unknown>;
  return { ...record, [step]: replaceAt(record[step], rest, by) };
};

const formerOf = (diffs: readonly BlockDiff[], block: Block): Block | undefined => {
  for (const diff of diffs) {
    if (diff.kind === 'changed') {
      if (diff.after === block) return diff.before;
      const inside = [...(diff.blocks ?? []), ...Object.values(diff.fragments ?? {}).flat()];
      const found = formerOf(inside, block);
      if (found) return found;
    } else if (diff.kind === 'same' && diff.block === block) return block;
  }
  return undefined;
};

/** The blocks that both sides of a conflict come from, as far as they are found in the common ancestor. */
export const baseOf = (base: Document, document: Document, index: number): readonly Block[] => {
  const conflict = conflictsOf(document)[index];
  if (!conflict) return [];
  const side = conflict.primary.length > 0 ? 'primary' : 'changed';
  const resolved = resolveConflict(document, index, side);
  const diffs = diffDocuments(base, resolved);
  return conflict[side].flatMap((block) => formerOf(diffs, block) ?? []);
};
