/** The parsed value, or the offset of the first syntax error. */
export type RisonResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly offset: number };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?/y;
const WORD = /[^-0-9 '!:(),*@$][^ '!:(),*@$]*/y;
const QUOTED = /'((?:[^'!]|![!'])*)'/y;
const MAX_DEPTH = 20;

class RisonError extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super('no Rison');
    this.offset = offset;
  }
}

/** Parses Rison, a compact form of JSON for URLs. */
export const parseRison = (text: string): RisonResult => {
  let at = 0;
  const fail = (): never => {
    throw new RisonError(at);
  };
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found) at += found[0].length;
    return found;
  };
  const skip = (character: string): boolean => {
    const isThere = text[at] === character;
    if (isThere) at += 1;
    return isThere;
  };
  const quoted = () => take(QUOTED)?.[1]?.replace(/!(.)/g, '$1');
  // Comma-separated items up to the closing parenthesis.
  const items = <Item>(item: () => Item): Item[] => {
    const found: Item[] = [];
    if (skip(')')) return found;
    do found.push(item());
    while (skip(','));
    return skip(')') ? found : fail();
  };
  const special = (depth: number): unknown => {
    if (skip('(')) return items(() => value(depth + 1));
    const literals: Readonly<Record<string, unknown>> = { t: true, f: false, n: null };
    const name = text[at] ?? '';
    if (!Object.hasOwn(literals, name)) return fail();
    at += 1;
    return literals[name];
  };
  const field = (depth: number): [string, unknown] => {
    const name = quoted() ?? take(WORD)?.[0] ?? fail();
    return skip(':') ? [name, value(depth)] : fail();
  };
  const value = (depth: number): unknown => {
    if (depth > MAX_DEPTH) return fail();
    if (skip('!')) return special(depth);
    if (skip('(')) return Object.fromEntries(items(() => field(depth + 1)));
    if (text[at] === "'") return quoted() ?? fail();
    const number = take(NUMBER);
    return number ? Number(number[0]) : (take(WORD)?.[0] ?? fail());
  };
  try {
    const read = value(0);
    return at === text.length ? { ok: true, value: read } : { ok: false, offset: at };
  } catch (error) {
    if (error instanceof RisonError) return { ok: false, offset: error.offset };
    throw error;
  }
};
