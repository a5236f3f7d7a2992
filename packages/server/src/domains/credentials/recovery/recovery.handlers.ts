import { renderRecovery } from '@lectern/site';
import { sessionCookie, sessionSecretIn } from '../../../kernel/auth/session-cookie.ts';
import type { BrowserRequest, Handlers, PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Links } from '../../../kernel/links.ts';
import {
  acceptsHtml,
  browserContext,
  htmlPage,
  type PageScript,
  type PagesService,
  pagePolicy,
  parseQuery,
  redirectTo,
  requireSameOrigin,
  SECRET_ADDRESS,
  type SignInService,
  sentenceOf,
} from '../../sessions/index.ts';
import { optionsResponse } from '../passkeys/passkeys.handlers.ts';
import { PASSWORD_LENGTH } from '../passwords/password-strength.ts';
import type { recoveryContract } from './recovery.contract.ts';
import type { RecoveryService } from './recovery.service.ts';

interface Services {
  readonly recovery: RecoveryService;
  readonly signIn: Pick<SignInService, 'attempt' | 'signedInAs'>;
  readonly pages: PagesService;
  readonly passkeyScript: () => PageScript | undefined;
}

/** Maps operations to service calls and responses. */
export const recoveryHandlers = (
  { recovery, signIn, pages, passkeyScript }: Services,
  links: Links,
): Handlers<typeof recoveryContract> => {
  const isSecure = () => links.fileUrl('').startsWith('https:');

  const show = async (request: BrowserRequest, secret: string, error?: ApiError): Promise<PageResponse> => {
    const model = await recovery.describe(secret);
    const script = model.passkey ? passkeyScript() : undefined;
    return htmlPage(
      renderRecovery({
        ...model,
        styles: pages.styles(),
        script: script?.src,
        secret,
        minLength: PASSWORD_LENGTH.min,
        insteadOf: await signIn.signedInAs(sessionSecretIn(request.headers, isSecure())),
        notice: error && { kind: 'danger', text: sentenceOf(error.message) },
      }),
      error?.status,
      { ...SECRET_ADDRESS, 'content-security-policy': pagePolicy(undefined, script) },
    );
  };

  return {
    createMemberRecoveryLink: async ({ caller, subject, params }) => {
      const { url, expiresAt } = await recovery.create(caller, subject, params.userId);
      return { object: 'recovery-link' as const, url, expiresAt: expiresAt.toISOString() };
    },
    getRecoveryPage: ({ request }) =>
      signIn.attempt(request.address, () => show(request, parseQuery(request).get('token') ?? '')),
    startRecoveryPasskey: async ({ request, body }) => {
      requireSameOrigin(request);
      return signIn.attempt(request.address, async () =>
        optionsResponse(await recovery.passkeyOptions(body.token)),
      );
    },
    recoverAccount: async ({ request, body: { token, password, credential, revokeTokens } }) => {
      requireSameOrigin(request);
      try {
        const session = await signIn.attempt(request.address, () =>
          recovery.recover(
            token,
            { password, credential, revokesTokens: revokeTokens === 'on' },
            browserContext(request, isSecure()),
          ),
        );
        return redirectTo('/app', { 'set-cookie': sessionCookie(session, isSecure()) });
      } catch (error) {
        // Only what can be corrected in the form is shown in the form.
        const isCorrectable = error instanceof ApiError && [400, 403, 409].includes(error.status);
        if (!isCorrectable || !acceptsHtml(request)) throw error;
        return show(request, token, error);
      }
    },
  };
};
