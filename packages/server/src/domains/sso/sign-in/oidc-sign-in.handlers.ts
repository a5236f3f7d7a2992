import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import {
  browserCookie,
  type PagesService,
  parseQuery,
  readBrowserCookie,
  redirectTo,
  type SignInService,
} from '../../sessions/index.ts';
import type { oidcSignInContract } from './oidc-sign-in.contract.ts';
import type { OidcSignInService } from './oidc-sign-in.service.ts';
import { endPage } from './sign-in-test-page.ts';

const MAX_HINT_LENGTH = 254;

interface Services {
  readonly oidcSignIn: OidcSignInService;
  readonly signIn: Pick<SignInService, 'attempt'>;
  readonly pages: Pick<PagesService, 'styles'>;
}

/** Maps operations to service calls and responses. */
export const oidcSignInHandlers = (
  { oidcSignIn, signIn, pages }: Services,
  links: Links,
): Handlers<typeof oidcSignInContract> => {
  const isSecure = () => links.fileUrl('').startsWith('https:');
  return {
    startOIDCLogin: ({ params, request }) =>
      signIn.attempt(request.address, async () => {
        const query = parseQuery(request);
        const { url, browser } = await oidcSignIn.start(params.oidcProviderId, {
          // Providers send an absolute URL, our sign-in page sends a path.
          target: query.get('to') ?? query.get('target_link_uri')?.replace(links.fileUrl(''), ''),
          issuer: query.get('iss') ?? undefined,
          hint: query.get('login_hint')?.slice(0, MAX_HINT_LENGTH),
        });
        return redirectTo(url, { 'set-cookie': browserCookie(browser, request, isSecure()) });
      }),
    completeOIDCLogin: ({ params, request }) =>
      signIn.attempt(request.address, async () => {
        const browser = readBrowserCookie(request, isSecure())?.secret;
        return endPage(pages, await oidcSignIn.complete(params.oidcProviderId, parseQuery(request), browser));
      }),
    testOIDCLogin: ({ params, request }) =>
      signIn.attempt(request.address, async () => {
        const started = await oidcSignIn.startTest(params.oidcProviderId, params.organizationId);
        return 'test' in started
          ? endPage(pages, started)
          : redirectTo(started.url, { 'set-cookie': browserCookie(started.browser, request, isSecure()) });
      }),
  };
};
