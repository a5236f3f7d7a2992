import { isMap, isNode, isScalar, type Pair, stringify } from 'yaml';
import { parseYaml } from './yaml.ts';

type Properties = Readonly<Record<string, unknown>>;

/** One key of front matter with its source and comments. */
interface Entry {
  readonly key: string;
  readonly source: string;
  readonly comments: readonly string[];
}

// The final line ending completes a block scalar at the end.
const parse = (source: string) => parseYaml(`${source}\n`);

/** Parses front matter; undefined if it is not a YAML mapping. */
export function readProperties(source: string): Properties | undefined {
  try {
    const parsed = parse(source);
    if (parsed === undefined || parsed.warnings.length > 0) return undefined;
    // Comments only.
    if (parsed.contents === null) return {};
    if (!isMap(parsed.contents)) return undefined;
    const value = JSON.parse(JSON.stringify(parsed.toJS({ maxAliasCount: 20 }))) as Properties;
    const title: unknown = parsed.contents.get('title', true);
    // A title is text, even one that looks like a number: a year, a version.
    const isOther = isScalar(title) && title.value !== null && typeof title.value !== 'string';
    return isOther && title.source !== undefined ? { ...value, title: title.source } : value;
  } catch {
    return undefined;
  }
}

/** Prints front matter, preserving the source of unchanged properties; undefined without properties. */
export function printProperties(properties: Properties, written: string | undefined): string | undefined {
  const before = written === undefined ? {} : readProperties(written);
  if (before === undefined) return written;
  const edited = written === undefined ? undefined : edit(written, before, properties);
  // An alias may have lost its anchor.
  if (edited !== undefined && isSame(readProperties(edited), properties))
    return edited.trim() === '' ? undefined : edited;
  return Object.keys(properties).length > 0 ? print(properties) : undefined;
}

const print = (properties: Properties): string => stringify(properties, { lineWidth: 0 }).replace(/\n$/, '');

/** Whether two values are equal, ignoring the order of keys. */
const isSame = (a: unknown, b: unknown): boolean => inOrder(a) === inOrder(b);

const inOrder = (value: unknown): string | undefined =>
  JSON.stringify(value, (_name, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))
      : item,
  );

/** Rewrites only the changed keys of front matter, preserving comments. */
function edit(written: string, before: Properties, after: Properties): string | undefined {
  if (isSame(before, after)) return written;
  const found = entriesOf(written);
  if (!found) return undefined;
  const keys = new Set(found.entries.map(({ key }) => key));
  const added = Object.entries(after).filter(([key]) => !keys.has(key));
  const lines = found.entries.flatMap(({ key, source, comments }) => {
    if (!Object.hasOwn(after, key)) return comments;
    return isSame(after[key], before[key]) ? [source] : [print({ [key]: after[key] }), ...comments];
  });
  return [
    ...found.opening,
    ...added.filter(([key]) => key === 'title').map(([key, value]) => print({ [key]: value })),
    ...lines,
    ...added.filter(([key]) => key !== 'title').map(([key, value]) => print({ [key]: value })),
  ].join('\n');
}

/** The entries of a mapping with their source, and the lines before the first. */
function entriesOf(written: string): { opening: readonly string[]; entries: readonly Entry[] } | undefined {
  const contents = parse(written)?.contents;
  if (contents === null) return { opening: written === '' ? [] : [written], entries: [] };
  if (!isMap(contents)) return undefined;
  const starts = contents.items.map(({ key }) => startOf(key, contents.flow === true, written));
  const entries = contents.items.map((pair, at): Entry | undefined => {
    const start = starts[at];
    const end = at + 1 < starts.length ? starts[at + 1] : written.length;
    if (start === undefined || end === undefined || !isScalar(pair.key)) return undefined;
    const { range } = isNode(pair.value) ? pair.value : pair.key;
    const source = contents.flow ? written.slice(start, range![1]) : written.slice(start, end);
    const isLast = at + 1 === starts.length;
    return {
      key: String(pair.key.value ?? ''),
      source: contents.flow || isLast ? source : source.replace(/\n$/, ''),
      comments: commentsOf(pair, written, end),
    };
  });
  if (!entries.every((entry) => entry !== undefined)) return undefined;
  const opening = contents.flow ? '' : written.slice(0, starts[0]).replace(/\n$/, '');
  return { opening: opening === '' ? [] : [opening], entries };
}

/** The start of a key's line, or of the key itself in a flow mapping. */
function startOf(key: unknown, isFlow: boolean, written: string): number | undefined {
  const at = isNode(key) ? key.range?.[0] : undefined;
  return at === undefined || isFlow ? at : written.lastIndexOf('\n', at - 1) + 1;
}

/** The comments around the value of a key, up to the next key. */
function commentsOf({ key, value }: Pair, written: string, end: number): readonly string[] {
  const [, afterKey] = (key as { range: [number, number, number] }).range;
  const [from, to] = isNode(value) ? value.range! : [afterKey, afterKey];
  const isBlock = isScalar(value) && value.type?.startsWith('BLOCK');
  const header = isBlock ? written.slice(from, written.indexOf('\n', from)) : '';
  return [written.slice(afterKey, from), header, written.slice(to, end)].flatMap((part) =>
    [...part.matchAll(/(?:^|[ \t])(#.*)$/gm)].map(([, comment]) => comment!),
  );
}
