import type { Expression } from './compile.ts';
import { partsOf, type Term } from './terms.ts';

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

const pathOf = (term: Term): string | undefined => {
  if (term.kind === 'input') return term.name;
  if (term.kind === 'chain') return pathOf(term.of);
  if (term.kind !== 'property' || term.key.kind !== 'literal') return undefined;
  const { value } = term.key;
  const start = pathOf(term.of);
  return start !== undefined && typeof value === 'string' && NAME.test(value)
    ? `${start}.${value}`
    : undefined;
};

const collect = (term: Term, paths: Set<string>): void => {
  const path = pathOf(term);
  if (path !== undefined) paths.add(path);
  else for (const part of partsOf(term)) collect(part, paths);
};

/**
 * The sorted paths of the context that an expression may read. A path ends where the next key is only known at run time:
 * everything below it may be read.
 */
export const namesIn = (expression: Expression): readonly string[] => {
  const paths = new Set<string>();
  collect(expression.term, paths);
  return [...paths].sort();
};

const SAME_FOR_EVERYBODY = ['space.vars', 'page.vars'];

/** Whether an expression has the same value for every reader: it reads content variables only. */
export const isDeterministic = (expression: Expression): boolean =>
  namesIn(expression).every((path) =>
    SAME_FOR_EVERYBODY.some((known) => path === known || path.startsWith(`${known}.`)),
  );
