import {
  isWithin,
  partsOf,
  type Repository,
  type RepositoryProblem,
  readVariablesFile,
} from '@lectern/document';

/** The folders that a file is in. */
export const foldersOf = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

/** Whether new content must not use a path: nothing is written over files and folders that are not of the space. */
export const takenPaths = (
  existing: readonly string[],
  own: Iterable<string>,
): ((path: string) => boolean) => {
  const ofSpace = new Set(own);
  const others = existing.filter((path) => !ofSpace.has(path)).map((path) => path.toLowerCase());
  const taken = new Set([...others, ...others.flatMap(foldersOf)]);
  return (path) => taken.has(path.toLowerCase());
};

/** The problem of variables that are not exported, because nothing is written over a file that was not read. */
export const unwrittenVariables = ({
  layout,
  variables,
  variablesFile,
}: Pick<Repository, 'layout' | 'variables' | 'variablesFile'>): RepositoryProblem[] =>
  variablesFile !== undefined && !readVariablesFile(variablesFile) && Object.keys(variables).length > 0
    ? [{ path: partsOf(layout).variables, message: 'is not a YAML mapping: the variables were not exported' }]
    : [];

/**
 * Whether a file stays at its path: in the project. Outside of it, where nothing is written, only if the repository has
 * the same file there.
 */
export const staysAt = (
  project: string,
  { path, oid }: { readonly path: string; readonly oid: string },
  oidOf: (path: string) => string | undefined = () => undefined,
): boolean => isWithin(project, path) || oidOf(path) === oid;
