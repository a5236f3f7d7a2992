import { ApiError } from '../errors/errors.ts';

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

// The pool has no free connection in time, or the database is unreachable.
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (/timeout exceeded when trying to connect|Connection terminated/.test(error.message) ||
    ('code' in error &&
      ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03'].includes(
        String(error.code),
      )));

/** Fallback that maps database errors caused by input or load to 4xx and 503. */
export const translateDatabaseError = (error: unknown): ApiError | undefined => {
  if (isUnreachable(error))
    return new ApiError(503, 'The server is busy. Try again.', {
      internal: String(error),
      retryAfter: 1,
      cause: error,
    });
  if (!isDatabaseError(error)) return undefined;
  const internal = `database ${error.code} ${error.constraint ?? ''}`;
  if (error.code === '23505')
    return new ApiError(409, 'An object with the same unique value already exists', {
      internal,
      cause: error,
    });
  if (error.code === '23503')
    return new ApiError(
      409,
      'An object that this request refers to was changed or deleted meanwhile. Try again.',
      {
        internal,
        cause: error,
      },
    );
  if (['22021', '22P05', '22001', '22003', '22007', '22008', '22P02'].includes(error.code))
    return new ApiError(400, 'A value cannot be stored: it is out of range, too long, or not valid text', {
      internal,
    });
  if (isTransient(error) || error.code === '57014' || error.code === '53300')
    return new ApiError(503, 'The server is busy. Try again.', { internal, retryAfter: 1, cause: error });
  return undefined;
};
