import { problemsByKind } from '../domains/repositories/index.ts';

/** A warning of an import: a file and its problem. */
export interface Warning {
  readonly path: string;
  readonly message: string;
}

const EXAMPLES = 3;

/** Shorter reports are printed as a whole. */
export const MAX_PRINTED = 20;

const lineOf = ({ path, message }: Warning): string => `${path}: ${message}`;

/** All warnings, grave kinds first. */
export const sortedReport = (warnings: readonly Warning[]): readonly string[] =>
  problemsByKind(warnings).flatMap(([, found]) => found.map(lineOf));

/** The number of warnings of each kind with some examples, grave kinds first. */
export const summarizeReport = (warnings: readonly Warning[]): readonly string[] =>
  problemsByKind(warnings).flatMap(([kind, found]) => [
    `${found.length} ${kind}:`,
    ...found.slice(0, EXAMPLES).map((each) => `  ${lineOf(each)}`),
    ...(found.length > EXAMPLES ? [`  and ${found.length - EXAMPLES} more`] : []),
  ]);
