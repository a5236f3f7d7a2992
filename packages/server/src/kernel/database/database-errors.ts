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

/** A prepared statement whose tables have changed since. */
export const isStalePlan = (error: unknown): boolean => isDatabaseError(error) && error.code === '0A000';

/** Failures that vanish when the transaction is tried again: serialization, deadlock, a stale plan. */
export const isTransient = (error: unknown): boolean =>
  isStalePlan(error) || (isDatabaseError(error) && ['40001', '40P01'].includes(error.code));

/** Whether a statement broke the given unique or foreign key. */
export const violates = (error: unknown, constraint: string): boolean =>
  isDatabaseError(error) && error.code.startsWith('23') && error.constraint === constraint;

// The pool has no connection to give in time, or the database is away for the moment.
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (/timeout exceeded when trying to connect|Connection terminated/.test(error.message) ||
    ('code' in error &&
      ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03'].includes(
        String(error.code),
      )));

/** A last net: what the database refuses because of the input is the client's to mend, not a 500. */
export const translateDatabaseError = (error: unknown): ApiError | undefined => {
  if (isUnreachable(error))
    return new ApiError(503, 'The server is busy: try again', {
      internal: String(error),
      retryAfter: 1,
      cause: error,
    });
  if (!isDatabaseError(error)) return undefined;
  const internal = `database ${error.code} ${error.constraint ?? ''}`;
  if (error.code === '23505') return new ApiError(409, 'This already exists', { internal, cause: error });
  if (error.code === '23503')
    return new ApiError(409, 'Something that this refers to has just changed or gone', {
      internal,
      cause: error,
    });
  if (['22021', '22P05', '22001', '22003', '22007', '22008', '22P02'].includes(error.code))
    return new ApiError(400, 'A value cannot be stored: it is out of range, too long, or not text', {
      internal,
    });
  if (isTransient(error) || error.code === '57014' || error.code === '53300')
    return new ApiError(503, 'The server is busy: try again', { internal, retryAfter: 1, cause: error });
  return undefined;
};
