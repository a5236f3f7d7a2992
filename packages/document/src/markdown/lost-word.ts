import type { Block } from '../document.ts';
import { isRecord } from '../is-record.ts';

type Nodes = readonly Block[];

/** Fields without words of the author: they are generated again. */
const generatedFields = new Set([
  'object',
  'type',
  'key',
  'meta',
  'isVoid',
  'records',
  'definition',
  'view',
  'fragment',
  'kind',
  'marks',
]);

/** Visits the texts of a value, except generated ones. */
function forEachText(value: unknown, use: (text: string) => void): void {
  if (typeof value === 'string') use(value);
  else if (Array.isArray(value)) for (const item of value) forEachText(item, use);
  else if (isRecord(value))
    for (const name of Object.keys(value)) if (!generatedFields.has(name)) forEachText(value[name], use);
}

const textsOf = (value: unknown): readonly string[] => {
  const texts: string[] = [];
  forEachText(value, (text) => texts.push(text));
  return texts;
};

/** The first word of nodes that is missing in other nodes, if any. */
export function lostWord(before: Nodes, after: Nodes): string | undefined {
  const [given, result] = [textsOf(before), textsOf(after)];
  // Nearly always: nothing changed, so there is no need to look at words.
  if (given.length === result.length && given.every((text, at) => text === result[at])) return undefined;
  const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = new Map<string, number>();
  for (const word of result.flatMap(wordsOf)) found.set(word, (found.get(word) ?? 0) + 1);
  let lost: string | undefined;
  for (const word of given.flatMap(wordsOf)) {
    const count = found.get(word) ?? 0;
    if (count === 0) lost ??= word;
    else found.set(word, count - 1);
  }
  return lost;
}
