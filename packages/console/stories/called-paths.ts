/** A request in the sources of the console. */
export interface CalledPath {
  readonly method: string;
  readonly path: string;
}

const CONSTANT = /const ([A-Z][A-Z0-9_]*)(?::[^=\n]*)? = (['`])([^'`\n]*)\2/g;
const CALL =
  /\b(?:call\(\s*'(GET|POST|PUT|PATCH|DELETE)',\s*|(?:read|readPages|readAll)\(\s*)(?:(['`])([^'`\n]*)\2|([A-Za-z_]\w*))/g;

/** The path constants of sources. */
export const constantsIn = (sources: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    sources.flatMap((source) => [...source.matchAll(CONSTANT)].map(([, name, , value]) => [name!, value!])),
  );

/** The paths that a source calls by `call`, `read`, `readPages` and `readAll`; names that are no constants stay as they are. */
export const calledPaths = (
  source: string,
  constants: ReadonlyMap<string, string>,
): readonly CalledPath[] => {
  const resolve = (text: string): string =>
    text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => constants.get(name) ?? whole);
  return [...source.matchAll(CALL)].map(([, method = 'GET', , path, name = '']) => ({
    method,
    path: path === undefined ? (constants.get(name) ?? name) : resolve(path),
  }));
};
