/** A warning of an import: a file and its problem. */
export interface Warning {
  readonly path: string;
  readonly message: string;
}

/** The kinds of warnings, grave ones first: content that is missing afterwards, then content that changed, then links. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/could not be|cannot be fetched|invalid image/i, 'could not be read'],
  [/was left out|left out/i, 'left out'],
  [/skipped/i, 'skipped'],
  [/which does not exist/, 'missing'],
  [/merge conflict/, 'with a merge conflict'],
  [/UTF-8/, 'not in UTF-8'],
  [/front matter/i, 'with invalid front matter'],
  [/^links to .* which is not one of the imported files/, 'links to files that are not imported'],
];
const OTHER = 'other warnings';
const EXAMPLES = 3;

/** Shorter reports are printed as a whole. */
export const MAX_PRINTED = 20;

const kindOf = ({ message }: Warning): string =>
  KINDS.find(([pattern]) => pattern.test(message))?.[1] ?? OTHER;

const lineOf = ({ path, message }: Warning): string => `${path}: ${message}`;

/** All warnings, grave kinds first. */
export const sortedReport = (warnings: readonly Warning[]): readonly string[] =>
  byKind(warnings).flatMap(([, found]) => found.map(lineOf));

/** The number of warnings of each kind with some examples, grave kinds first. */
export const summarizeReport = (warnings: readonly Warning[]): readonly string[] =>
  byKind(warnings).flatMap(([kind, found]) => [
    `${found.length} ${kind}:`,
    ...found.slice(0, EXAMPLES).map((each) => `  ${lineOf(each)}`),
    ...(found.length > EXAMPLES ? [`  and ${found.length - EXAMPLES} more`] : []),
  ]);

const byKind = (warnings: readonly Warning[]): [string, Warning[]][] => {
  const found = new Map<string, Warning[]>(
    [...KINDS.map(([, kind]) => kind), OTHER].map((kind) => [kind, []]),
  );
  for (const warning of warnings) found.get(kindOf(warning))!.push(warning);
  return [...found].filter(([, each]) => each.length > 0);
};
