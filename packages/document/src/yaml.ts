import { type Document, isScalar, parseDocument, visit } from 'yaml';

/** The most references to anchors: looking one up takes as long as the source. */
const maxAliases = 100;

/** Whether a source has keys twice in one mapping, or too many references; the library compares each key with all others. */
const isRefused = (parsed: Document): boolean => {
  let aliases = 0;
  let isFound = false;
  visit(parsed, {
    Alias: () => (++aliases > maxAliases ? visit.BREAK : undefined),
    Map: (_, { items }) => {
      const keys = items.map(({ key }) => (isScalar(key) ? key.value : key));
      isFound = new Set(keys).size < keys.length;
      return isFound ? visit.BREAK : undefined;
    },
  });
  return isFound || aliases > maxAliases;
};

/** Parses YAML; undefined if it is invalid. */
export const parseYaml = (source: string) => {
  const parsed = parseDocument(source, { schema: 'core', uniqueKeys: false });
  return parsed.errors.length > 0 || isRefused(parsed) ? undefined : parsed;
};
