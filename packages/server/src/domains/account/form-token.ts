import type { Caller } from '../../kernel/auth/principal.ts';
import type { Signing } from '../../kernel/signing.ts';

/** The form field of the CSRF token. */
export const FORM_TOKEN_FIELD = 'seal';

const PURPOSE = 'form';

/** The CSRF token of a session; clients with an API token need none. */
export const formToken = (signing: Signing, { principal: { sessionId } }: Pick<Caller, 'principal'>) =>
  sessionId === undefined
    ? undefined
    : { name: FORM_TOKEN_FIELD, value: signing.sign(`${PURPOSE} ${sessionId}`, '1') };

/** Whether the CSRF token of a form belongs to the session. */
export const isValidFormToken = (
  signing: Signing,
  { principal: { sessionId } }: Caller,
  given: string | undefined,
) =>
  sessionId === undefined ||
  (given !== undefined && signing.verify(`${PURPOSE} ${sessionId}`, given) !== undefined);
