import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import { browserCookie, parseQuery, redirectTo, type SignInService } from '../../sessions/index.ts';
import type { samlSignInContract } from './saml-sign-in.contract.ts';
import type { SamlSignInService } from './saml-sign-in.service.ts';

interface Services {
  readonly samlSignIn: SamlSignInService;
  readonly signIn: Pick<SignInService, 'attempt'>;
}

/** Maps operations to service calls and responses. */
export const samlSignInHandlers = (
  { samlSignIn, signIn }: Services,
  links: Links,
): Handlers<typeof samlSignInContract> => ({
  getSAMLMetadata: async ({ params }) => ({
    status: 200,
    headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' },
    content: await samlSignIn.metadata(params.samlProviderId),
  }),
  startSAMLLogin: ({ params, request }) =>
    signIn.attempt(request.address, async () => {
      const { url, browser } = await samlSignIn.start(params.samlProviderId, parseQuery(request).get('to'));
      const isSecure = links.fileUrl('').startsWith('https:');
      return redirectTo(url, { 'set-cookie': browserCookie(browser, request, isSecure) });
    }),
  completeSAMLLogin: ({ params, request, body }) =>
    signIn.attempt(request.address, async () =>
      redirectTo(await samlSignIn.complete(params.samlProviderId, body.SAMLResponse, body.RelayState)),
    ),
});
