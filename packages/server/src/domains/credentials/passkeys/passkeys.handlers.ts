import { readPasskeyScript } from '@lectern/site';
import { sessionCookie } from '../../../kernel/auth/session-cookie.ts';
import type { Handlers, PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Links } from '../../../kernel/links.ts';
import {
  acceptsHtml,
  browserContext,
  redirectTo,
  requireSameOrigin,
  type SignInPage,
  type SignInService,
  safeReturnPath,
} from '../../sessions/index.ts';
import type { passkeysContract } from './passkeys.contract.ts';
import type { PasskeysService } from './passkeys.service.ts';

/** A response with options for the script. */
export const optionsResponse = (options: object): PageResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  content: JSON.stringify(options),
});

/** Maps operations to service calls and responses. */
export const passkeysHandlers = (
  passkeys: PasskeysService,
  signIn: Pick<SignInService, 'attempt'>,
  showSignIn: SignInPage,
  links: Links,
): Handlers<typeof passkeysContract> => {
  const isSecure = () => links.fileUrl('').startsWith('https:');
  return {
    getPasskeyScript: async () => ({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
      content: readPasskeyScript().content,
    }),
    startPasskeySignIn: async ({ request }) => {
      requireSameOrigin(request);
      return optionsResponse(await passkeys.requestOptions());
    },
    signInWithPasskey: async ({ request, body }) => {
      requireSameOrigin(request);
      const target = safeReturnPath(body.to);
      try {
        const session = await signIn.attempt(request.address, () =>
          passkeys.signIn(body.credential, browserContext(request, isSecure())),
        );
        return redirectTo(target, { 'set-cookie': sessionCookie(session, isSecure()) });
      } catch (error) {
        if (!(error instanceof ApiError && acceptsHtml(request))) throw error;
        return showSignIn(request, { target, error });
      }
    },
  };
};
