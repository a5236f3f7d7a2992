import { isRecord } from '@lectern/document';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { ScriptFailure, ScriptResponse } from '../../../kernel/integration-scripts.ts';
import { bytesOf } from '../../../kernel/script-body.ts';

const MAX_MESSAGE_LENGTH = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]+/g;

const FAILURE_STATUS: Readonly<Record<ScriptFailure['kind'], number>> = {
  timeout: 504,
  crashed: 502,
  interrupted: 503,
  unloadable: 502,
  'too-large': 502,
  unavailable: 503,
  stopping: 503,
  busy: 503,
  refused: 429,
};

// The public message; the error of the script is in the event log only.
const PUBLIC_MESSAGES: Readonly<Record<ScriptFailure['kind'], string>> = {
  timeout: 'it timed out',
  crashed: 'it failed',
  interrupted: 'its process ended',
  unloadable: 'it cannot be loaded',
  'too-large': 'its response is too large',
  unavailable: 'it cannot run at the moment',
  stopping: 'it cannot run at the moment',
  busy: 'too many large responses of integrations are sent at once',
  refused: 'integrations call each other too often because of one event',
};

/** Whether a script responded, rather than failed. */
export const isScriptResponse = (outcome: ScriptResponse | ScriptFailure): outcome is ScriptResponse =>
  'status' in outcome;

// Callers of a script that could not respond for lack of resources try again after this many seconds.
const RETRY_AFTER = 5;

/** The API error for a script that failed; details are in the event log of the integration. */
export const scriptFailureError = (name: string, { kind }: ScriptFailure): ApiError =>
  new ApiError(FAILURE_STATUS[kind], `The integration ${name} did not respond: ${PUBLIC_MESSAGES[kind]}`, {
    // Only a server that cannot run scripts concerns its operator.
    isLoggedElsewhere: kind !== 'unavailable',
    ...(FAILURE_STATUS[kind] === 503 && { retryAfter: RETRY_AFTER }),
  });

/** Parses the body of a response; undefined if it is not JSON. */
export const responseJson = ({ body }: ScriptResponse): unknown => {
  try {
    return JSON.parse(bytesOf(body).toString());
  } catch {
    return undefined;
  }
};

/** The error message that a script returns for its users, with a status from 400 to 499. */
export const errorInResponse = ({ status }: ScriptResponse, value: unknown): ApiError | undefined =>
  status >= 400 && status < 500 && isRecord(value) && typeof value.error === 'string'
    ? new ApiError(
        status,
        value.error.slice(0, MAX_MESSAGE_LENGTH).replaceAll(CONTROL_CHARACTERS, ' ').toWellFormed(),
      )
    : undefined;

/** The `max-age` of a response in seconds; 0 if it must not be cached, undefined without `cache-control`. */
export const cacheControlSeconds = (headers: ScriptResponse['headers']): number | undefined => {
  const value = headers.find(([name]) => name.toLowerCase() === 'cache-control')?.[1];
  if (value === undefined) return undefined;
  if (/no-store|no-cache|private/i.test(value)) return 0;
  const seconds = /max-age=(\d{1,9})/i.exec(value)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
};
