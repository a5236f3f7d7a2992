import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import { browserCookie, browserIn, leadTo, queryOf, type SigningInService } from '../../sessions/index.ts';
import type { oidcLoginsContract } from './oidc-sign-in.contract.ts';
import type { OidcLoginsService } from './oidc-sign-in.service.ts';

const LONGEST_HINT = 254;

interface Services {
  readonly oidcLogins: OidcLoginsService;
  readonly signingIn: Pick<SigningInService, 'attempt'>;
}

/** Operation to service to answer. */
export const oidcLoginsHandlers = (
  { oidcLogins, signingIn }: Services,
  links: Links,
): Handlers<typeof oidcLoginsContract> => {
  const isSecure = () => links.fileUrl('').startsWith('https:');
  return {
    startOIDCLogin: ({ params, request }) =>
      signingIn.attempt(request.address, async () => {
        const query = queryOf(request);
        const { url, browser } = await oidcLogins.start(params.oidcProviderId, {
          // Identity providers name the whole address, people who come from our own page a path.
          target: query.get('to') ?? query.get('target_link_uri')?.replace(links.fileUrl(''), ''),
          issuer: query.get('iss') ?? undefined,
          hint: query.get('login_hint')?.slice(0, LONGEST_HINT),
        });
        return leadTo(url, { 'set-cookie': browserCookie(browser, request, isSecure()) });
      }),
    completeOIDCLogin: ({ params, request }) =>
      signingIn.attempt(request.address, async () => {
        const browser = browserIn(request, isSecure())?.secret;
        return leadTo(await oidcLogins.complete(params.oidcProviderId, queryOf(request), browser));
      }),
  };
};
