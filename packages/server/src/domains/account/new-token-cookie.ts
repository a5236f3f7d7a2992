import type { Caller } from '../../kernel/auth/principal.ts';
import { parseCookies, setCookie } from '../../kernel/cookies.ts';
import type { Secrets } from '../../kernel/secrets.ts';

/** A new API token. */
export interface NewToken {
  readonly label: string;
  readonly secret: string;
}

const NEW_TOKEN = 'lectern_new_token';
const NEW_TOKEN_SECONDS = 60;

// Only the session that created the token can decrypt it.
const readerOf = ({ principal: { sessionId, userId } }: Caller): string => sessionId ?? userId;

/** The cookie that carries a new token, encrypted, to the page that shows it; without a token it is deleted. */
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

/** Reads the new token from its cookie. */
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
