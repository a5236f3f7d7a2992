import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import {
  browserCookie,
  browserIn,
  leadTo,
  type PagesService,
  queryOf,
  type SigningInService,
} from '../../sessions/index.ts';
import type { oidcLoginsContract } from './oidc-logins.contract.ts';
import type { OidcLoginsService } from './oidc-logins.service.ts';

const LONGEST_HINT = 254;

interface Services {
  readonly oidcLogins: OidcLoginsService;
  readonly signingIn: Pick<SigningInService, 'count'>;
  readonly pages: PagesService;
}

/** Operation to service to answer. */
export const oidcLoginsHandlers = (
  { oidcLogins, signingIn, pages }: Services,
  links: Links,
): Handlers<typeof oidcLoginsContract> => {
  const isSecure = () => links.bytes('').startsWith('https:');
  return {
    startOIDCLogin: async ({ params, request }) => {
      signingIn.count(request.address);
      const query = queryOf(request);
      return pages.orRefused(request, async () => {
        const { url, browser } = await oidcLogins.start(params.oidcProviderId, {
          // Identity providers name the whole address, people who come from our own page a path.
          target: query.get('to') ?? query.get('target_link_uri')?.replace(links.bytes(''), ''),
          issuer: query.get('iss') ?? undefined,
          hint: query.get('login_hint')?.slice(0, LONGEST_HINT),
        });
        return leadTo(url, { 'set-cookie': browserCookie(browser, isSecure()) });
      });
    },
    completeOIDCLogin: async ({ params, request }) => {
      signingIn.count(request.address);
      return pages.orRefused(request, async () => {
        const browser = browserIn(request, isSecure());
        return leadTo(await oidcLogins.complete(params.oidcProviderId, queryOf(request), browser));
      });
    },
  };
};
