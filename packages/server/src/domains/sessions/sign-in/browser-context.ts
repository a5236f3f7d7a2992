import { isSameOrigin } from '../../../kernel/auth/same-origin.ts';
import { sessionSecretIn } from '../../../kernel/auth/session-cookie.ts';
import type { BrowserRequest } from '../../../kernel/contract/operation.ts';
import { forbidden } from '../../../kernel/errors/errors.ts';
import type { BrowserContext } from '../sessions.service.ts';
import { readKnownBrowser } from './known-browser-cookie.ts';

/** Refuses forms of other sites, to prevent login CSRF. */
export const requireSameOrigin = (request: BrowserRequest): void => {
  if (!isSameOrigin(request)) throw forbidden('The form was submitted from another site');
};

/** The browser of a request that signs in. */
export const browserContext = (request: BrowserRequest, isSecure: boolean): BrowserContext => ({
  address: request.address,
  agent: request.headers['user-agent'] ?? 'Unknown',
  session: sessionSecretIn(request.headers, isSecure),
  knownBrowser: readKnownBrowser(request, isSecure),
});
