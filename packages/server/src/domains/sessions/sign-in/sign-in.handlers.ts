import { renderConsentRequired, renderSignInLink } from '@lectern/site';
import { sessionCookie, sessionSecretIn } from '../../../kernel/auth/session-cookie.ts';
import type { BrowserRequest, Handlers, PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Links } from '../../../kernel/links.ts';
import { acceptsHtml, htmlPage, parseQuery, redirectTo, SECRET_ADDRESS } from '../pages/page-response.ts';
import type { PagesService } from '../pages/pages.service.ts';
import { browserContext, requireSameOrigin } from './browser-context.ts';
import { readBrowserCookie } from './browser-cookie.ts';
import type { signInContract } from './sign-in.contract.ts';
import type { SignInService } from './sign-in.service.ts';
import type { SignInPage } from './sign-in-page.ts';
import { safeReturnPath } from './sign-in-paths.ts';

const INVALID_LINK = new ApiError(
  404,
  'Your sign-in link is invalid or has expired. Links can be used once, for a short time',
);

const LEFT = { kind: 'success', text: 'You left the organization and were signed out.' } as const;

/** Maps operations to service calls and responses. */
export const signInHandlers = (
  signIn: SignInService,
  pages: PagesService,
  { links, signInPage }: { links: Links; signInPage: SignInPage },
): Handlers<typeof signInContract> => {
  const isSecure = () => links.fileUrl('').startsWith('https:');

  const signedInAs = (request: BrowserRequest) =>
    signIn.signedInAs(sessionSecretIn(request.headers, isSecure()));

  /** Shows an error page for invalid links that also fits users who are already signed in. */
  const withLinkErrorPage =
    <Input extends { readonly request: BrowserRequest }>(work: (input: Input) => Promise<PageResponse>) =>
    async (input: Input): Promise<PageResponse> => {
      try {
        return await work(input);
      } catch (error) {
        if (error !== INVALID_LINK || !acceptsHtml(input.request)) throw error;
        return pages.invalidLink(INVALID_LINK, await signedInAs(input.request));
      }
    };

  const redeem = (secret: string, request: BrowserRequest): Promise<PageResponse> =>
    signIn.attempt(request.address, async () => {
      const signedIn = await signIn.redeem(secret, browserContext(request, isSecure()));
      if (!signedIn) throw INVALID_LINK;
      return redirectTo(signedIn.target, { 'set-cookie': sessionCookie(signedIn.session, isSecure()) });
    });

  return {
    getLoginPage: ({ request }) => {
      const query = parseQuery(request);
      return signInPage(request, {
        target: safeReturnPath(query.get('to')),
        notice: query.get('done') === 'left' ? LEFT : undefined,
      });
    },
    requestSignInLink: async ({ request, body }) => {
      signIn.countAttempt(request.address);
      requireSameOrigin(request);
      await signIn.requestLink(body.email, body.to);
      return pages.message(
        200,
        'Check your e-mail',
        `If ${body.email} has an account, we have sent a sign-in link to it. The link can be used once and expires in 15 minutes.`,
      );
    },
    getSignInLink: withLinkErrorPage(async ({ request }) => {
      const secret = parseQuery(request).get('token') ?? '';
      const link = await signIn.attempt(request.address, async () => {
        const found = await signIn.inspectLink(secret, {
          browser: readBrowserCookie(request, isSecure()),
          session: sessionSecretIn(request.headers, isSecure()),
        });
        if (!found) throw INVALID_LINK;
        return found;
      });
      const { email, by, claimant, insteadOf, agreement } = link;
      if (agreement?.isSignedIn) return redirectTo(agreement.path);
      if (agreement && by)
        return htmlPage(
          renderConsentRequired({
            styles: pages.styles(),
            email,
            by,
            path: agreement.path,
            byEmail: signIn.canSendEmail,
          }),
          200,
          SECRET_ADDRESS,
        );
      if (link.isExpected) return redeem(secret, request);
      return htmlPage(
        renderSignInLink({ styles: pages.styles(), email, by, claimant, insteadOf, secret }),
        200,
        SECRET_ADDRESS,
      );
    }),
    useSignInLink: withLinkErrorPage(async ({ request, body }) => {
      requireSameOrigin(request);
      return redeem(body.token, request);
    }),
    getConsoleStyles: async () => pages.styleSheet(),
  };
};
