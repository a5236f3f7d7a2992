/** An expected failure of a command; only its message is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

// By name, so that their modules need not be loaded.
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

/** Whether only the message of an error is printed: for the errors above and for system errors. */
export const isExpected = (error: unknown): error is Error =>
  error instanceof Error && (EXPECTED.has(error.name) || 'syscall' in error);
