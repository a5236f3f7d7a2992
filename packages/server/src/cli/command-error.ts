/** A failure that the user of the command line can mend: its message is all they need. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

// By their names: no command is to wait for the modules of others.
const EXPECTED = new Set([
  'CommandError',
  'ConfigError',
  'EmbeddedPostgresError',
  'ApiError',
  'ImportError',
  'BackupError',
  'EgressError',
  'GitError',
  'BlobStoreError',
  'S3Error',
]);

/** Whether a failure is told by its message alone: those above, and what the machine itself refuses, such as a folder that nobody may write to. */
export const isExpected = (error: unknown): error is Error =>
  error instanceof Error && (EXPECTED.has(error.name) || 'syscall' in error);
