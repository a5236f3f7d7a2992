import { LineCounter, parseDocument } from 'yaml';

/** Something that is wrong with a specification: where, and why. */
export interface SpecificationError {
  readonly message: string;
  readonly code: string;
}

// Nobody reads more of them, and the text of a hostile document may stand in each.
const MOST = 50;
const LONGEST = 400;
// A document in YAML is read a second time to find lines: what is larger is told without.
const LARGEST_YAML = 4 * 1024 * 1024;

const lineAt = (text: string, offset: number): number => {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
};

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The path of a value, as references name it. */
export const pointerOf = (names: readonly string[]): string =>
  names.map((name) => `/${escaped(name)}`).join('');

/** The names that a pointer goes by. */
export const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gy;
const SPACE = /\s*/y;

/** Where in a JSON text a value stands, or as much of the way to it as is there. */
const offsetInJson = (text: string, names: readonly string[]): number => {
  let at = 0;
  const next = (): string => {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    TOKEN.lastIndex = SPACE.lastIndex;
    const token = TOKEN.exec(text)?.[0] ?? '';
    at = TOKEN.lastIndex;
    return token;
  };
  const skip = (token: string): void => {
    let depth = 0;
    for (let one = token; one !== ''; one = next()) {
      if (one === '{' || one === '[') depth++;
      if (one === '}' || one === ']') depth--;
      if (depth <= 0) return;
    }
  };
  let found = 0;
  for (const name of names) {
    const open = next();
    if (open !== '{' && open !== '[') return found;
    let isThere = false;
    for (let index = 0; !isThere; index++) {
      let key = String(index);
      if (open === '{') {
        const token = next();
        if (!token.startsWith('"')) return found;
        key = JSON.parse(token) as string;
        next();
      }
      isThere = key === name;
      if (isThere) break;
      const value = next();
      if (value === ']' || value === '') return found;
      skip(value);
      if (next() !== ',') return found;
    }
    SPACE.lastIndex = at;
    SPACE.exec(text);
    found = SPACE.lastIndex;
  }
  return found;
};

const offsetsInYaml = (text: string) => {
  const document = parseDocument(text, { lineCounter: new LineCounter(), merge: true });
  return (names: readonly string[]): number => {
    // What is missing stands nowhere: its surroundings do.
    for (let length = names.length; length > 0; length--) {
      const node = document.getIn(names.slice(0, length), true) as
        | { range?: readonly number[] | null }
        | undefined;
      if (node?.range) return node.range[0]!;
    }
    return 0;
  };
};

const isJson = (text: string) => text.trimStart().startsWith('{');

/** Tells problems at paths of a document with the lines that they stand in. */
export const located = (
  text: string,
  problems: readonly { readonly path: string; readonly message: string; readonly code: string }[],
): SpecificationError[] => {
  const shown = problems.slice(0, MOST);
  if (shown.length === 0) return [];
  const isYaml = !isJson(text);
  const inYaml = isYaml && text.length <= LARGEST_YAML ? offsetsInYaml(text) : undefined;
  return shown.map(({ path, message, code }) => {
    const names = namesIn(path);
    const offset = isYaml ? inYaml?.(names) : offsetInJson(text, names);
    const place = `${offset === undefined ? '' : `line ${lineAt(text, offset)}, `}${path || '/'}`;
    return { message: `${place.slice(0, LONGEST)}: ${message.slice(0, LONGEST)}`, code };
  });
};

/** What is wrong with a text that cannot even be read. */
export const unreadable = (text: string, error: unknown): SpecificationError[] => {
  const { message, linePos } = error as { message: string; linePos?: readonly { line: number }[] };
  const position = /at position (\d+)/.exec(message)?.[1];
  const line = linePos?.[0]?.line ?? (position === undefined ? undefined : lineAt(text, Number(position)));
  const why = message.split('\n', 1)[0]!.slice(0, LONGEST);
  return [{ message: line === undefined ? why : `line ${line}, /: ${why}`, code: 'UNREADABLE' }];
};
