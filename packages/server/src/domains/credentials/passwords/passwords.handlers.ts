import { sessionCookie } from '../../../kernel/auth/session-cookie.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Links } from '../../../kernel/links.ts';
import {
  acceptsHtml,
  browserContext,
  knownBrowserCookie,
  redirectTo,
  requireSameOrigin,
  type SignInPage,
  type SignInService,
  safeReturnPath,
} from '../../sessions/index.ts';
import type { passwordsContract } from './passwords.contract.ts';
import type { PasswordsService } from './passwords.service.ts';

const WRONG = new ApiError(403, 'The e-mail address or the password is wrong');

/** Maps operations to service calls and responses. */
export const passwordsHandlers = (
  passwords: PasswordsService,
  signIn: Pick<SignInService, 'attempt'>,
  showSignIn: SignInPage,
  links: Links,
): Handlers<typeof passwordsContract> => {
  const isSecure = () => links.fileUrl('').startsWith('https:');
  return {
    signInWithPassword: async ({ request, body }) => {
      requireSameOrigin(request);
      const target = safeReturnPath(body.to);
      try {
        const { session, browser } = await signIn.attempt(request.address, async () => {
          const created = await passwords.signIn(body, browserContext(request, isSecure()));
          if (created === undefined) throw WRONG;
          return created;
        });
        return redirectTo(target, {
          'set-cookie': [sessionCookie(session, isSecure()), knownBrowserCookie(browser, isSecure())],
        });
      } catch (error) {
        if (!(error instanceof ApiError && acceptsHtml(request))) throw error;
        return showSignIn(request, { target, email: body.email, error });
      }
    },
  };
};
