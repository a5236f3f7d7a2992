import { renderAgreementWanted, renderSignIn, renderSignInLink } from '@lectern/site';
import { sessionCookie, sessionSecretIn } from '../../../kernel/auth/browser-sessions.ts';
import { isSameOrigin } from '../../../kernel/auth/same-origin.ts';
import type { BrowserRequest, Handlers, PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError, forbidden } from '../../../kernel/errors/errors.ts';
import type { Links } from '../../../kernel/links.ts';
import { isForPeople, leadTo, queryOf, showPage } from '../pages/page-response.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { signingInContract } from './sign-in.contract.ts';
import type { SigningInService } from './sign-in.service.ts';
import { browserIn, type Login, ownPath, toLinks } from './sign-in-paths.ts';

/** The ways through identity providers for those who have not said which organization is theirs. */
export interface Logins {
  /** Those of the only organization, where there is only one. */
  readonly choices: readonly Login[];
  /** Whether some of several organizations have any. */
  readonly byOrganization: boolean;
}

const UNUSABLE = new ApiError(
  404,
  'The link was used before, or is too old: links that sign you in can be used once, and not for long',
);

const LEFT = { kind: 'success', text: 'You left the organization, and were signed out.' } as const;

// The secret in the address of a page stands in no request that the page makes, also not in those to this server.
const SECRET_ADDRESS = { 'referrer-policy': 'strict-origin' };

// Signing somebody in as somebody else would be a trick as well.
const requireOwnPage = (request: BrowserRequest) => {
  if (!isSameOrigin(request)) throw forbidden('This form was sent by a page of another server');
};

/** Operation to service to answer. */
export const signingInHandlers = (
  signingIn: SigningInService,
  pages: PagesService,
  { links, logins }: { links: Links; logins: () => Promise<Logins> },
): Handlers<typeof signingInContract> => {
  const isSecure = () => links.fileUrl('').startsWith('https:');

  const signedInAs = (request: BrowserRequest) =>
    signingIn.signedInAs(sessionSecretIn(request.headers, isSecure()));

  /** Tells people what is the matter with a link without saying that they are not signed in: they may be. */
  const explaining =
    <Input extends { readonly request: BrowserRequest }>(work: (input: Input) => Promise<PageResponse>) =>
    async (input: Input): Promise<PageResponse> => {
      try {
        return await work(input);
      } catch (error) {
        if (error !== UNUSABLE || !isForPeople(input.request)) throw error;
        return pages.unusable(UNUSABLE, await signedInAs(input.request));
      }
    };

  const redeem = (secret: string, request: BrowserRequest): Promise<PageResponse> =>
    signingIn.attempt(request.address, async () => {
      const signedIn = await signingIn.redeem(secret, {
        address: request.address,
        agent: request.headers['user-agent'] ?? 'Unknown',
        session: sessionSecretIn(request.headers, isSecure()),
      });
      if (!signedIn) throw UNUSABLE;
      return leadTo(signedIn.target, { 'set-cookie': sessionCookie(signedIn.session, isSecure()) });
    });

  return {
    getLoginPage: async ({ request }) => {
      const target = ownPath(queryOf(request).get('to'));
      const { choices, byOrganization } = await logins();
      const who = await signedInAs(request);
      return showPage(
        renderSignIn({
          styles: pages.styles(),
          target,
          byEmail: signingIn.byEmail,
          logins: toLinks(choices, target),
          bySso: byOrganization ? {} : undefined,
          signedInAs: who,
          notice: who === undefined && queryOf(request).get('done') === 'left' ? LEFT : undefined,
        }),
      );
    },
    requestSignInLink: async ({ request, body }) => {
      signingIn.count(request.address);
      requireOwnPage(request);
      await signingIn.request(body.email, body.to);
      return pages.message(
        200,
        'Look into your mailbox',
        `If ${body.email} may sign in here, a link is on its way there. It can be used once, within 15 minutes.`,
      );
    },
    getSignInLink: explaining(async ({ request }) => {
      const secret = queryOf(request).get('token') ?? '';
      const link = await signingIn.attempt(request.address, async () => {
        const found = await signingIn.look(secret, {
          browser: browserIn(request, isSecure()),
          session: sessionSecretIn(request.headers, isSecure()),
        });
        if (!found) throw UNUSABLE;
        return found;
      });
      const { email, by, claimant, insteadOf, agreement } = link;
      if (agreement?.isSignedIn) return leadTo(agreement.path);
      if (agreement && by)
        return showPage(
          renderAgreementWanted({
            styles: pages.styles(),
            email,
            by,
            path: agreement.path,
            byEmail: signingIn.byEmail,
          }),
          200,
          SECRET_ADDRESS,
        );
      if (link.isWanted) return redeem(secret, request);
      return showPage(
        renderSignInLink({ styles: pages.styles(), email, by, claimant, insteadOf, secret }),
        200,
        SECRET_ADDRESS,
      );
    }),
    useSignInLink: explaining(async ({ request, body }) => {
      requireOwnPage(request);
      return redeem(body.token, request);
    }),
    getConsoleStyles: async () => pages.styleSheet(),
  };
};
