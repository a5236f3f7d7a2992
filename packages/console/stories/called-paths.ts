/** A request in the sources of the console. */
export interface CalledPath {
  readonly method: string;
  readonly path: string;
}

const CONSTANT = /const ([A-Z][A-Z0-9_]*)(?::[^=\n]*)? = (['`])([^'`\n]*)\2/g;
const CALL =
  /\b(?:call\(\s*'(GET|POST|PUT|PATCH|DELETE)',\s*|(?:read|readPages|readAll)\(\s*)(?:(['`])([^'`\n]*)\2|([A-Za-z_]\w*))/g;

const filled = (text: string, constants: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => {
    const value = constants.get(name);
    return value === undefined ? whole : filled(value, constants);
  });

/** The path constants of a source. */
export const constantsIn = (source: string): ReadonlyMap<string, string> =>
  new Map([...source.matchAll(CONSTANT)].map(([, name, , value]) => [name!, value!]));

/**
 * The paths that a source calls by `call`, `read`, `readPages` and `readAll`. Paths in variables are left out: the
 * compiler checks them.
 */
export const calledPaths = (
  source: string,
  constants: ReadonlyMap<string, string>,
): readonly CalledPath[] => {
  // Constants of the file come before those of the same name elsewhere.
  const known = new Map([...constants, ...constantsIn(source)]);
  return [...source.matchAll(CALL)].flatMap(([, method = 'GET', , literal, name = '']) => {
    const path = literal ?? known.get(name);
    return path === undefined ? [] : [{ method, path: filled(path, known) }];
  });
};
