import { ApiError } from '../errors/errors.ts';
import { DISK_FULL } from '../errors/file-system-errors.ts';

interface DatabaseError {
  readonly code: string;
  readonly constraint?: string;
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/.test(error.code);

/** Whether a prepared statement is stale because its tables have changed. */
export const isStalePlan = (error: unknown): boolean => isDatabaseError(error) && error.code === '0A000';

/** Whether a retry of the transaction may succeed: serialization failure, deadlock, stale plan. */
export const isTransient = (error: unknown): boolean =>
  isStalePlan(error) || (isDatabaseError(error) && ['40001', '40P01'].includes(error.code));

/** Whether an error is a violation of the given unique or foreign key. */
export const violates = (error: unknown, constraint: string): boolean =>
  isDatabaseError(error) && error.code.startsWith('23') && error.constraint === constraint;

// What the driver and the query builder say about a connection that is lost or closed.
const LOST =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Cannot use a pool after calling end|driver has already been destroyed/;
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

// The pool has no free connection in time, or the database is unreachable.
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (LOST.test(error.message) || ('code' in error && NETWORK_CODES.has(String(error.code))));

interface Translation {
  readonly status: number;
  readonly message: string;
  readonly retryAfter?: number;
}

const BUSY: Translation = { status: 503, message: 'The server is busy. Try again.', retryAfter: 1 };
const UNAVAILABLE: Translation = {
  status: 503,
  message: 'The database is unavailable. Try again later.',
  retryAfter: 5,
};
const INVALID_VALUE: Translation = {
  status: 400,
  message: 'A value cannot be stored: it is out of range, too long, or not valid text',
};

// By SQLSTATE, or by its class: the first two characters.
const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  23505: { status: 409, message: 'An object with the same unique value already exists' },
  23503: {
    status: 409,
    message: 'An object that this request refers to was changed or deleted meanwhile. Try again.',
  },
  ...Object.fromEntries(
    ['22021', '22P05', '22001', '22003', '22007', '22008', '22P02'].map((code) => [code, INVALID_VALUE]),
  ),
  // Serialization failure, deadlock, stale plan, lock timeout, canceled statement.
  40001: BUSY,
  '40P01': BUSY,
  '0A000': BUSY,
  '55P03': BUSY,
  57014: BUSY,
  // The disk is full.
  53100: DISK_FULL,
  // Too little memory, too many connections.
  53: BUSY,
  // Lost connections, a database that stops or starts, a standby, a missing database or password.
  '08': UNAVAILABLE,
  25006: UNAVAILABLE,
  28: UNAVAILABLE,
  '3D': UNAVAILABLE,
  57: UNAVAILABLE,
  // I/O errors, missing files, damaged data.
  58: UNAVAILABLE,
  XX: UNAVAILABLE,
};

/** Fallback that maps database errors caused by input, load or a failing database to 4xx, 503 and 507. */
export const translateDatabaseError = (error: unknown): ApiError | undefined => {
  if (isUnreachable(error)) return toApiError(BUSY, String(error), error);
  if (!isDatabaseError(error)) return undefined;
  const known = TRANSLATIONS[error.code] ?? TRANSLATIONS[error.code.slice(0, 2)];
  return known && toApiError(known, `database ${error.code} ${error.constraint ?? ''}`, error);
};

const toApiError = ({ status, message, retryAfter }: Translation, internal: string, cause: unknown) =>
  new ApiError(status, message, { internal, cause, ...(retryAfter !== undefined && { retryAfter }) });
