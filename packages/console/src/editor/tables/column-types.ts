import type { Data } from '@lectern/document';
import { addressOf } from '../inline/link-targets.ts';

/** The types of columns. */
export const COLUMN_TYPES = [
  { type: 'text', label: 'Text' },
  { type: 'number', label: 'Number' },
  { type: 'checkbox', label: 'Check box' },
  { type: 'rating', label: 'Rating' },
  { type: 'select', label: 'Choice' },
  { type: 'content-ref', label: 'Link' },
  { type: 'image', label: 'Image' },
  { type: 'files', label: 'Files' },
  { type: 'users', label: 'People' },
] as const;

/** The type of a column. */
export type ColumnType = (typeof COLUMN_TYPES)[number]['type'];

/** An option of a column of choices. */
interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly color: string;
}

const OPTION_COLORS = ['blue', 'green', 'orange', 'purple', 'red', 'yellow'];
const MAX_RATING = 5;

const words = (text: string): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The options of a column. */
export const optionsOf = ({ options }: Data): readonly SelectOption[] =>
  Array.isArray(options) ? (options as readonly SelectOption[]) : [];

/** Options with these labels; those that are there keep their values and colors. */
export const optionsFor = (
  labels: readonly string[],
  before: readonly SelectOption[],
): readonly SelectOption[] => {
  const used = new Set(before.map(({ value }) => value));
  let number = 0;
  const free = (): string => {
    do number++;
    while (used.has(`o${number}`));
    used.add(`o${number}`);
    return `o${number}`;
  };
  return [...new Set(labels)].map(
    (label, at) =>
      before.find((option) => option.label === label) ?? {
        value: free(),
        label,
        color: OPTION_COLORS[at % OPTION_COLORS.length]!,
      },
  );
};

/** The definition of a column with another type; the texts of its cells become its options. */
export const definitionAs = (definition: Data, type: ColumnType, texts: readonly string[]): Data => {
  const common = { id: definition.id, title: definition.title, type };
  switch (type) {
    case 'text':
      return { ...common, textAlignment: 'left' };
    case 'rating':
      return { ...common, max: MAX_RATING };
    case 'select': {
      const labels = texts.map(words);
      const isMultiple = labels.some((each) => each.length > 1);
      return { ...common, multiple: isMultiple, options: optionsFor(labels.flat(), []) };
    }
    case 'users':
      return { ...common, multiple: true };
    default:
      return common;
  }
};

const number = (text: string): number | undefined => {
  const value = Number(text.trim().replaceAll(/[\s,_](?=\d{3}\b)/g, ''));
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
};

/** The value of a cell with this text; undefined if the text has no value of the type. */
export const valueOfText = (text: string, definition: Data): unknown => {
  const address = addressOf(text);
  switch (definition.type as ColumnType) {
    case 'number':
      return number(text);
    case 'checkbox':
      return text.trim() === '' ? undefined : /^(?:x|yes|true|done|1|✓|✔|✅|☑)$/iu.test(text.trim());
    case 'rating': {
      const stars = text.match(/[★⭐]/gu)?.length ?? number(text);
      return stars === undefined
        ? undefined
        : Math.min(Number(definition.max) || MAX_RATING, Math.max(0, Math.round(stars)));
    }
    case 'select': {
      const chosen = words(text).flatMap(
        (word) => optionsOf(definition).find(({ label }) => label === word)?.value ?? [],
      );
      return chosen.length === 0 ? undefined : chosen;
    }
    case 'content-ref':
    case 'image':
      return address === undefined ? undefined : { kind: 'url', url: address };
    case 'files':
      return address === undefined ? undefined : [address];
    default:
      return undefined;
  }
};

/** A value as text, as far as it has one. */
export const textOfValue = (value: unknown, definition: Data): string => {
  if (value === undefined || value === null) return '';
  switch (definition.type as ColumnType) {
    case 'checkbox':
      return value === true ? 'Yes' : 'No';
    case 'select':
      return [value]
        .flat()
        .map((each) => optionsOf(definition).find((option) => option.value === each)?.label ?? String(each))
        .join(', ');
    case 'content-ref':
    case 'image': {
      const ref = ((value as { ref?: unknown }).ref ?? value) as { url?: string };
      return ref.url ?? '';
    }
    case 'files':
    case 'users':
      return [value]
        .flat()
        .filter((each) => typeof each === 'string')
        .join(', ');
    default:
      return String(value);
  }
};
