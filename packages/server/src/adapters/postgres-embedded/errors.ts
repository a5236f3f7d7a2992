/** What kept the embedded database from starting, for callers that answer differently to each. */
export type EmbeddedPostgresProblem =
  | 'unsupported-platform'
  | 'other-major-version'
  | 'not-a-database'
  | 'not-writable'
  | 'no-privileges'
  | 'held'
  | 'start-failed';

/** An expected failure of the embedded database, with a text that an operator can act on. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly problem: EmbeddedPostgresProblem;

  constructor(problem: EmbeddedPostgresProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** The code of a system or database error (`ENOENT`, `3D000`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
