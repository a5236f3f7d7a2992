import { renderSignIn } from '@lectern/site';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import {
  browserCookie,
  htmlPage,
  type LoginOption,
  type PagesService,
  parseQuery,
  redirectTo,
  type SignInService,
  safeReturnPath,
  toLoginLinks,
} from '../../sessions/index.ts';
import type { samlSignInContract } from './saml-sign-in.contract.ts';
import type { SamlSignInService } from './saml-sign-in.service.ts';

interface Services {
  /** Where members of an organization may come from, by its id or its hostname. */
  readonly choices: (organizationId: string) => Promise<readonly LoginOption[]>;
  readonly logins: SamlSignInService;
  readonly signIn: Pick<SignInService, 'attempt' | 'canSendEmail'>;
  readonly pages: PagesService;
}

const AGREED = {
  kind: 'success',
  text: 'You agreed to single sign-on. Sign in by it from now on.',
} as const;

/** Operation to service to answer. */
export const samlSignInHandlers = (
  { choices, logins, signIn, pages }: Services,
  links: Links,
): Handlers<typeof samlSignInContract> => ({
  // An organization that is not there has nobody to sign in, like one without identity providers.
  getOrganizationLoginPage: async ({ params, request }) => {
    const query = parseQuery(request);
    const target = safeReturnPath(query.get('to'));
    const logins = await choices(params.organizationId);
    return htmlPage(
      renderSignIn({
        styles: pages.styles(),
        target,
        byEmail: signIn.canSendEmail,
        logins: toLoginLinks(logins, target),
        bySso: logins.length === 0 ? { name: params.organizationId } : undefined,
        notice: query.get('done') === 'agreed' ? AGREED : undefined,
      }),
    );
  },
  // Forms can only put a name behind a question mark.
  findOrganizationLoginPage: async ({ request }) => {
    const query = parseQuery(request);
    const name = query.get('organization')?.trim() ?? '';
    const to = `?to=${encodeURIComponent(safeReturnPath(query.get('to')))}`;
    return redirectTo(name ? `/login/organizations/${encodeURIComponent(name)}${to}` : `/login${to}`);
  },
  getSAMLMetadata: async ({ params }) => ({
    status: 200,
    headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' },
    content: await logins.metadata(params.samlProviderId),
  }),
  startSAMLLogin: ({ params, request }) =>
    signIn.attempt(request.address, async () => {
      const { url, browser } = await logins.start(params.samlProviderId, parseQuery(request).get('to'));
      const isSecure = links.fileUrl('').startsWith('https:');
      return redirectTo(url, { 'set-cookie': browserCookie(browser, request, isSecure) });
    }),
  completeSAMLLogin: ({ params, request, body }) =>
    signIn.attempt(request.address, async () =>
      redirectTo(await logins.complete(params.samlProviderId, body.SAMLResponse, body.RelayState)),
    ),
});
