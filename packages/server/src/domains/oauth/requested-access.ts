import { OAuthError } from './oauth-error.ts';

/** The scopes of programs: all that the user can read, and all that the user can change. */
export const PROGRAM_SCOPES = ['read', 'write'] as const;

/** The scopes of a token. */
export interface RequestedAccess {
  /** As the program names them. */
  readonly names: readonly string[];
  /** As API tokens have them; undefined for full access of the user. */
  readonly scopes: readonly string[] | undefined;
}

/** The access that a program asks for; without scopes, all access of the user. */
export const parseAccess = (scope: string | undefined, known: readonly string[]): RequestedAccess => {
  const wanted = new Set((scope ?? '').split(' ').filter((name) => name !== ''));
  if (wanted.size === 0) return { names: PROGRAM_SCOPES, scopes: undefined };
  const unknown = [...wanted].find((name) => !known.includes(name) && !isProgramScope(name));
  if (unknown !== undefined) throw new OAuthError('invalid_scope', `The scope ${unknown} does not exist`);
  const names = [...wanted];
  if (PROGRAM_SCOPES.every((name) => wanted.has(name))) return { names, scopes: undefined };
  return {
    names,
    scopes: known.filter((name) => wanted.has(name) || wanted.has(name.split(':').at(-1)!)),
  };
};

const isProgramScope = (name: string): boolean => (PROGRAM_SCOPES as readonly string[]).includes(name);

/** Whether a program asks for more than reading. */
export const mayWrite = ({ names }: RequestedAccess): boolean =>
  names.some((name) => name === 'write' || name.endsWith(':write'));

/** The part of the access that only reads. */
export const readingOnly = ({ names }: RequestedAccess, known: readonly string[]): RequestedAccess => {
  const reading = names.filter((name) => name === 'read' || name.endsWith(':read'));
  return parseAccess(reading.join(' ') || 'read', known);
};
