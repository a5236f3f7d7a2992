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
  toLinks,
} from '../../sessions/index.ts';
import type { loginsContract } from './saml-sign-in.contract.ts';
import type { LoginsService } from './saml-sign-in.service.ts';

interface Services {
  /** Where members of an organization may come from, by its id or its hostname. */
  readonly choices: (organizationId: string) => Promise<readonly Login[]>;
  readonly logins: LoginsService;
  readonly signingIn: Pick<SigningInService, 'attempt' | 'byEmail'>;
  readonly pages: PagesService;
}

const AGREED = {
  kind: 'success',
  text: 'You agreed to single sign-on. Sign in by it from now on.',
} as const;

/** Operation to service to answer. */
export const loginsHandlers = (
  { choices, logins, signingIn, pages }: Services,
  links: Links,
): Handlers<typeof loginsContract> => ({
  // An organization that is not there has nobody to sign in, like one without identity providers.
  getOrganizationLoginPage: async ({ params, request }) => {
    const query = queryOf(request);
    const target = ownPath(query.get('to'));
    const logins = await choices(params.organizationId);
    return showPage(
      renderSignIn({
        styles: pages.styles(),
        target,
        byEmail: signingIn.byEmail,
        logins: toLinks(logins, target),
        bySso: logins.length === 0 ? { name: params.organizationId } : undefined,
        notice: query.get('done') === 'agreed' ? AGREED : undefined,
      }),
    );
  },
  // Forms can only put a name behind a question mark.
  findOrganizationLoginPage: async ({ request }) => {
    const query = queryOf(request);
    const name = query.get('organization')?.trim() ?? '';
    const to = `?to=${encodeURIComponent(ownPath(query.get('to')))}`;
    return leadTo(name ? `/login/organizations/${encodeURIComponent(name)}${to}` : `/login${to}`);
  },
  getSAMLMetadata: async ({ params }) => ({
    status: 200,
    headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' },
    content: await logins.metadata(params.samlProviderId),
  }),
  startSAMLLogin: ({ params, request }) =>
    signingIn.attempt(request.address, async () => {
      const { url, browser } = await logins.start(params.samlProviderId, queryOf(request).get('to'));
      const isSecure = links.fileUrl('').startsWith('https:');
      return leadTo(url, { 'set-cookie': browserCookie(browser, request, isSecure) });
    }),
  completeSAMLLogin: ({ params, request, body }) =>
    signingIn.attempt(request.address, async () =>
      leadTo(await logins.complete(params.samlProviderId, body.SAMLResponse, body.RelayState)),
    ),
});
