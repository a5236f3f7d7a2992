/** The cause of a failed start. */
export type EmbeddedPostgresProblem =
  | 'unsupported-platform'
  | 'other-major-version'
  | 'not-a-database'
  | 'not-writable'
  | 'no-privileges'
  | 'held'
  | 'start-failed';

/** An expected failure of the embedded database, with a message for the operator. */
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

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
