/** An invalid field and the reason. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** An expected failure: `message` is for the client, `internal` only for the log. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly internal: string | undefined;
  readonly retryAfter: number | undefined;
  /** Whether the server has no part in it, and another log has the details. */
  readonly isLoggedElsewhere: boolean;

  constructor(
    status: number,
    message: string,
    more: {
      details?: readonly ErrorDetail[];
      internal?: string;
      retryAfter?: number;
      cause?: unknown;
      isLoggedElsewhere?: boolean;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ApiError';
    this.status = status;
    this.details = more.details;
    this.internal = more.internal;
    this.retryAfter = more.retryAfter;
    this.isLoggedElsewhere = more.isLoggedElsewhere ?? false;
  }
}

/** 400 that names the invalid fields. */
export const invalid = (...details: readonly ErrorDetail[]): ApiError =>
  new ApiError(400, details.map((d) => `${d.path}: ${d.message}`).join('; '), { details });

/** 400 for a request that is invalid as a whole. */
export const badRequest = (message: string): ApiError => new ApiError(400, message);

/** 401: no token, or an invalid, expired or revoked one. */
export const unauthorized = (
  message = 'Authentication required: send "Authorization: Bearer <token>"',
): ApiError => new ApiError(401, message);

/** 403: the caller may see the object but lacks the permission for the action. */
export const forbidden = (message: string): ApiError => new ApiError(403, message);

/** 404, also for objects that the caller may not see. */
export const notFound = (what: string): ApiError => new ApiError(404, `${what} not found`);

/** 409: the request conflicts with the current state of the object. */
export const conflict = (message: string): ApiError => new ApiError(409, message);

/** 429 with Retry-After. */
export const tooManyRequests = (seconds: number): ApiError =>
  new ApiError(429, `Too many requests: try again in ${seconds} s`, { retryAfter: seconds });
