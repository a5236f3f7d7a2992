import { ApiError } from './errors.ts';

/** The response while the disk of the server, or of its database, is full. */
export const DISK_FULL = {
  status: 507,
  message: 'The disk of the server is full. Try again later.',
  retryAfter: 60,
} as const;

const UNAVAILABLE = {
  status: 503,
  message: 'The file storage is unavailable. Try again later.',
  retryAfter: 5,
} as const;

const BY_CODE = new Map<string, typeof DISK_FULL | typeof UNAVAILABLE>([
  ['ENOSPC', DISK_FULL],
  ['EDQUOT', DISK_FULL],
  ...['EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EPERM', 'ESTALE'].map(
    (code) => [code, UNAVAILABLE] as const,
  ),
]);

/** Maps errors of the server's own files to 503 and 507. */
export const translateFileSystemError = (error: unknown): ApiError | undefined => {
  const known = BY_CODE.get(String((error as { code?: unknown } | undefined)?.code));
  if (!known) return undefined;
  const { status, message, retryAfter } = known;
  return new ApiError(status, message, { internal: String(error), retryAfter, cause: error });
};

/** The response while an external blob store does not work. */
export const blobStoreUnavailable = (cause: Error): ApiError =>
  new ApiError(UNAVAILABLE.status, UNAVAILABLE.message, {
    internal: cause.message,
    retryAfter: UNAVAILABLE.retryAfter,
    cause,
  });
