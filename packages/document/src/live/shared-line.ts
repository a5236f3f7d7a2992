import type * as Y from 'yjs';
import { matchSequences } from '../diff/sequence.ts';
import type { Attributes, EditorMark, EditorNode } from '../editor/editor-node.ts';
import { MARK_NAMES } from '../editor/line.ts';

/** The formatting of text: each mark with its attributes as JSON. */
type Format = Readonly<Record<string, string>>;

/** One character, or a node without text, with its formatting. */
interface Unit {
  readonly insert: string | Embed;
  readonly format: Format;
  /** What tells units apart; the formatting is not a part of it. */
  readonly text: string;
  readonly style: string;
  readonly length: number;
}

/** A node inside of a line, such as a line break or an emoji. */
interface Embed {
  readonly type: string;
  readonly attrs?: Attributes;
}

/** JSON that is equal for equal values. */
export const stableJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The attributes that are present: null stands for an absent one. */
export const presentIn = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined));

const formatOf = (marks: readonly EditorMark[] = []): Format =>
  Object.fromEntries(marks.map(({ type, attrs }) => [type, stableJson(presentIn(attrs))]));

const marksOf = (format: Readonly<Record<string, unknown>>): readonly EditorMark[] =>
  MARK_NAMES.flatMap((type): readonly EditorMark[] => {
    const json = format[type];
    if (typeof json !== 'string') return [];
    const attrs = JSON.parse(json) as Attributes;
    return [Object.keys(attrs).length > 0 ? { type, attrs } : { type }];
  });

const embedOf = ({ type, attrs }: EditorNode): Embed => {
  const fields = JSON.parse(stableJson(presentIn(attrs))) as Attributes;
  return Object.keys(fields).length > 0 ? { type, attrs: fields } : { type };
};

const unitOf = (insert: string | Embed, format: Format): Unit => ({
  insert,
  format,
  text: typeof insert === 'string' ? insert : `\u0000${stableJson(insert)}`,
  style: stableJson(format),
  length: typeof insert === 'string' ? insert.length : 1,
});

const unitsOf = (content: readonly EditorNode[]): readonly Unit[] =>
  content.flatMap((node) => {
    const format = formatOf(node.marks);
    // Characters beyond the basic plane are two code units, which stay together.
    return node.text === undefined
      ? [unitOf(embedOf(node), format)]
      : [...node.text].map((letter) => unitOf(letter, format));
  });

/** The content of a shared line. */
export const readLine = (line: Y.XmlText): readonly EditorNode[] =>
  (line.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]).flatMap(
    ({ insert, attributes = {} }): readonly EditorNode[] => {
      const marks = marksOf(attributes);
      const rest = marks.length > 0 ? { marks } : {};
      if (typeof insert === 'string') return insert === '' ? [] : [{ type: 'text', text: insert, ...rest }];
      if (typeof (insert as Partial<Embed>).type !== 'string') return [];
      return [{ ...(insert as Embed), ...rest }];
    },
  );

/** Runs of units with the same formatting, as one insertion each. */
const insertUnits = (line: Y.XmlText, at: number, units: readonly Unit[]): void => {
  let place = at;
  for (let from = 0; from < units.length; ) {
    const { insert, format, style } = units[from]!;
    if (typeof insert !== 'string') {
      line.insertEmbed(place, insert, format);
      place += 1;
      from += 1;
      continue;
    }
    let to = from;
    while (to < units.length && typeof units[to]!.insert === 'string' && units[to]!.style === style) to++;
    const text = units
      .slice(from, to)
      .map((unit) => unit.insert as string)
      .join('');
    line.insert(place, text, format);
    place += text.length;
    from = to;
  }
};

const lengthOf = (units: readonly Unit[]): number => units.reduce((sum, { length }) => sum + length, 0);

/** Changes the formatting of units whose text stays. */
const formatUnits = (line: Y.XmlText, at: number, before: readonly Unit[], after: readonly Unit[]): void => {
  let place = at;
  for (let from = 0; from < before.length; ) {
    const [old, made] = [before[from]!, after[from]!];
    let to = from;
    while (to < before.length && before[to]!.style === old.style && after[to]!.style === made.style) to++;
    const length = lengthOf(before.slice(from, to));
    if (old.style !== made.style) {
      const gone = Object.keys(old.format).filter((name) => !(name in made.format));
      line.format(place, length, { ...Object.fromEntries(gone.map((name) => [name, null])), ...made.format });
    }
    place += length;
    from = to;
  }
};

const isWord = ({ text }: Unit): boolean => /[\p{L}\p{N}_]/u.test(text);

/** Units as words, so that changes of others replace whole words. */
const wordsOf = (units: readonly Unit[]): readonly (readonly Unit[])[] => {
  const words: Unit[][] = [];
  for (const unit of units) {
    const last = words.at(-1);
    if (last && isWord(unit) && isWord(last[0]!)) last.push(unit);
    else words.push([unit]);
  }
  return words;
};

const textOf = (units: readonly Unit[]): string => units.map(({ text }) => text).join('');

const replaceUnits = (line: Y.XmlText, at: number, before: readonly Unit[], after: readonly Unit[]): void => {
  if (textOf(before) === textOf(after) && before.length === after.length) {
    formatUnits(line, at, before, after);
    return;
  }
  if (before.length > 0) line.delete(at, lengthOf(before));
  insertUnits(line, at, after);
};

// Typing changes one place; other edits are compared word by word.
const MAX_TYPED = 2;

const replaceWords = (line: Y.XmlText, at: number, before: readonly Unit[], after: readonly Unit[]): void => {
  const [old, made] = [wordsOf(before), wordsOf(after)];
  const numbers = new Map<string, number>();
  const numberOf = (word: readonly Unit[]) => {
    const text = textOf(word);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const matches = matchSequences(old.map(numberOf), made.map(numberOf));
  const placeOf = (index: number) => at + lengthOf(old.slice(0, index).flat());
  // From the end, so that positions before a change stay.
  let [endOld, endMade] = [old.length, made.length];
  for (const [x, y] of [...matches.toReversed(), [-1, -1] as const]) {
    replaceUnits(line, placeOf(x + 1), old.slice(x + 1, endOld).flat(), made.slice(y + 1, endMade).flat());
    if (x >= 0) formatUnits(line, placeOf(x), old[x]!, made[y]!);
    [endOld, endMade] = [x, y];
  }
};

const isEqual = (a: Unit | undefined, b: Unit | undefined): boolean =>
  a !== undefined && b !== undefined && a.text === b.text && a.style === b.style;

/** Makes the content of a shared line equal to other content, by the fewest changes. */
export const writeLine = (line: Y.XmlText, content: readonly EditorNode[]): void => {
  const before = line.doc ? unitsOf(readLine(line)) : [];
  const after = unitsOf(content);
  let start = 0;
  while (isEqual(before[start], after[start])) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && isEqual(before[before.length - 1 - end], after[after.length - 1 - end])) end++;
  const [old, made] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (old.length === 0 && made.length === 0) return;
  const at = lengthOf(before.slice(0, start));
  if (Math.min(old.length, made.length) <= MAX_TYPED) replaceUnits(line, at, old, made);
  else replaceWords(line, at, old, made);
};
