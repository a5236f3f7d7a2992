import type { Caller } from '../../kernel/auth/principal.ts';
import { parseCookies, setCookie } from '../../kernel/cookies.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import type { Signing } from '../../kernel/signing.ts';

/** The field in which forms of a session bring its seal. */
export const FORM_TOKEN_FIELD = 'seal';

const PURPOSE = 'form';

/** What the forms of a session carry; programs with a token need none. */
export const formToken = (seals: Signing, { principal: { sessionId } }: Caller) =>
  sessionId === undefined
    ? undefined
    : { name: FORM_TOKEN_FIELD, value: seals.sign(`${PURPOSE} ${sessionId}`, '1') };

/** Whether a form was made for the session that sends it. */
export const isValidFormToken = (
  seals: Signing,
  { principal: { sessionId } }: Caller,
  given: string | undefined,
) =>
  sessionId === undefined ||
  (given !== undefined && seals.verify(`${PURPOSE} ${sessionId}`, given) !== undefined);

/** A token that was just made. */
export interface NewToken {
  readonly label: string;
  readonly secret: string;
}

const NEW_TOKEN = 'lectern_new_token';
const NEW_TOKEN_SECONDS = 60;

// What one session was to be shown, no other can read.
const readerOf = ({ principal: { sessionId, userId } }: Caller): string => sessionId ?? userId;

/** The cookie that carries a new token, encrypted, to the page that shows it; without a token, the one that takes it away. */
export const newTokenCookie = (
  secrets: Secrets,
  caller: Caller,
  token: NewToken | undefined,
  isSecure: boolean,
): string =>
  setCookie({
    name: NEW_TOKEN,
    value: token ? secrets.encrypt(NEW_TOKEN, readerOf(caller), JSON.stringify(token)) : '',
    path: '/account',
    seconds: token ? NEW_TOKEN_SECONDS : 0,
    isSecure,
    sameSite: 'Lax',
  });

/** The token that such a cookie carries. */
export const readNewTokenCookie = (
  secrets: Secrets,
  caller: Caller,
  cookies: string | undefined,
): NewToken | undefined => {
  const value = parseCookies(cookies).get(NEW_TOKEN);
  if (!value) return undefined;
  try {
    return JSON.parse(secrets.decrypt(NEW_TOKEN, readerOf(caller), decodeURIComponent(value)));
  } catch {
    return undefined;
  }
};
