import {
  type Block,
  conflictsOf,
  type Document,
  type DocumentConflict,
  mergeDocuments,
  parseMarkdown,
  printMarkdown,
  resolveConflict,
} from '@lectern/document';

/** The outcome that a person chose for a conflict between blocks. */
export type Outcome =
  | { readonly take: 'primary' | 'changed' | 'both' }
  | {
      readonly take: 'edit';
      readonly markdown: string;
      /** Whether it is still the text with which editing begins. */
      readonly isUntouched?: true;
      /** The id of the body that has the conflict, by which it is found after somebody else has settled it. */
      readonly documentId?: string | null;
    };

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

/** The document with one side of all its conflicts. */
const withSide = (document: Document, side: 'primary' | 'changed'): Document =>
  conflictsOf(document).length === 0 ? document : withSide(resolveConflict(document, 0, side), side);

/**
 * The blocks that both sides of each conflict come from, by its index; undefined where they are not known. The merge of both
 * sides has the same conflicts, and knows their blocks in the common ancestor.
 */
export const basesOf = (base: Document, document: Document): readonly (readonly Block[] | undefined)[] => {
  const { conflicts } = mergeDocuments(base, withSide(document, 'primary'), withSide(document, 'changed'));
  const known = new Map(conflicts.map((conflict) => [conflict.path.join('/'), conflict.base]));
  return conflictsOf(document).map(({ path }) => known.get(path.join('/')));
};
