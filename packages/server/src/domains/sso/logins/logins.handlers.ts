import { renderSignIn } from '@lectern/site';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import {
  browserCookie,
  type Login,
  leadTo,
  ownPath,
  type PagesService,
  queryOf,
  type SigningInService,
  showPage,
} from '../../sessions/index.ts';
import type { loginsContract } from './logins.contract.ts';
import type { LoginsService } from './logins.service.ts';

interface Services {
  /** Where members of an organization may come from. */
  readonly choices: (organizationId: string) => Promise<readonly Login[]>;
  readonly logins: LoginsService;
  readonly signingIn: Pick<SigningInService, 'count' | 'byEmail'>;
  readonly pages: PagesService;
}

/** Operation to service to answer. */
export const loginsHandlers = (
  { choices, logins, signingIn, pages }: Services,
  links: Links,
): Handlers<typeof loginsContract> => ({
  // An organization that is not there has nobody to sign in, like one without identity providers.
  getOrganizationLoginPage: async ({ params }) =>
    showPage(
      renderSignIn({
        styles: pages.styles(),
        target: ownPath(undefined),
        byEmail: signingIn.byEmail,
        logins: (await choices(params.organizationId)).map(({ label, startURL }) => ({
          label,
          href: startURL,
        })),
      }),
    ),
  getSAMLMetadata: async ({ params }) => ({
    status: 200,
    headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' },
    content: await logins.metadata(params.samlProviderId),
  }),
  startSAMLLogin: async ({ params, request }) => {
    signingIn.count(request.address);
    const { url, browser } = await logins.start(params.samlProviderId, queryOf(request).get('to'));
    return leadTo(url, { 'set-cookie': browserCookie(browser, links.bytes('').startsWith('https:')) });
  },
  completeSAMLLogin: async ({ params, request, body }) => {
    signingIn.count(request.address);
    return pages.orRefused(request, async () =>
      leadTo(await logins.complete(params.samlProviderId, body.SAMLResponse, body.RelayState)),
    );
  },
});
