import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import {
  browserCookie,
  type PagesService,
  parseQuery,
  redirectTo,
  type SignInService,
} from '../../sessions/index.ts';
import type { samlSignInContract } from './saml-sign-in.contract.ts';
import type { SamlSignInService } from './saml-sign-in.service.ts';
import { endPage } from './sign-in-test-page.ts';

interface Services {
  readonly samlSignIn: SamlSignInService;
  readonly signIn: Pick<SignInService, 'attempt'>;
  readonly pages: Pick<PagesService, 'styles'>;
}

/** Maps operations to service calls and responses. */
export const samlSignInHandlers = (
  { samlSignIn, signIn, pages }: Services,
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
  testSAMLLogin: ({ params, request }) =>
    signIn.attempt(request.address, async () => {
      const { url, browser } = await samlSignIn.start(params.samlProviderId, '/', params.organizationId);
      const isSecure = links.fileUrl('').startsWith('https:');
      return redirectTo(url, { 'set-cookie': browserCookie(browser, request, isSecure) });
    }),
  completeSAMLLogin: ({ params, request, body }) =>
    signIn.attempt(request.address, async () =>
      endPage(pages, await samlSignIn.complete(params.samlProviderId, body.SAMLResponse, body.RelayState)),
    ),
});
