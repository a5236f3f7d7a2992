/** The kinds of problems, grave ones first: content that is missing afterwards, then content that changed, then links. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/could not be|cannot be fetched|invalid image/i, 'could not be read'],
  [/was left out|left out/i, 'left out'],
  [/skipped/i, 'skipped'],
  [/which does not exist/, 'missing'],
  [/unknown tag/, 'with unknown tags'],
  [/merge conflict/, 'with a merge conflict'],
  [/UTF-8/, 'not in UTF-8'],
  [/front matter/i, 'with invalid front matter'],
  [/^links to .* which is not one of the imported files/, 'links to files that are not imported'],
];
const OTHER = 'other warnings';

const kindOf = ({ message }: { readonly message: string }): string =>
  KINDS.find(([pattern]) => pattern.test(message))?.[1] ?? OTHER;

/** Problems by kind, grave kinds first. */
export const problemsByKind = <P extends { readonly message: string }>(
  problems: readonly P[],
): readonly (readonly [kind: string, problems: readonly P[]])[] => {
  const found = new Map<string, P[]>([...KINDS.map(([, kind]) => kind), OTHER].map((kind) => [kind, []]));
  for (const problem of problems) found.get(kindOf(problem))!.push(problem);
  return [...found].filter(([, each]) => each.length > 0);
};
