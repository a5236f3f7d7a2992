import { BLOCKS, type BlockType, INLINES, type InlineType, MARKS, type MarkType } from '../node-types.ts';

const camelCase = (type: string): string =>
  type.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const capitalized = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`;
const isInlineName = (type: string): boolean => type.startsWith('inline-');

/** The name of a type of block in the schema of the editor, whose content expressions allow no hyphens. */
export const blockName = (type: BlockType): string => camelCase(type);

/** The name of a type of inline in the schema of the editor; blocks have the names without a prefix. */
export const inlineName = (type: InlineType): string =>
  isInlineName(type) ? camelCase(type) : `inline${capitalized(camelCase(type))}`;

/** The name of a type of mark in the schema of the editor, where a mark and a node cannot have the same name. */
export const markName = (type: MarkType): string => `${type}Mark`;

const typesByName = <T extends string>(
  types: Readonly<Record<T, unknown>>,
  nameOf: (type: T) => string,
): ReadonlyMap<string, T> => new Map((Object.keys(types) as T[]).map((type) => [nameOf(type), type]));

/** The types of blocks by their names in the schema of the editor. */
export const blockTypes: ReadonlyMap<string, BlockType> = typesByName(BLOCKS, blockName);

/** The types of inlines by their names in the schema of the editor. */
export const inlineTypes: ReadonlyMap<string, InlineType> = typesByName(INLINES, inlineName);

/** The types of marks by their names in the schema of the editor, from the outside in. */
export const markTypes: ReadonlyMap<string, MarkType> = new Map(
  [...typesByName(MARKS, markName)].sort(([, a], [, b]) => MARKS[a].order - MARKS[b].order),
);
