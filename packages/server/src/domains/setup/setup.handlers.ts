import { renderSetup } from '@lectern/site';
import { sessionCookie } from '../../kernel/auth/session-cookie.ts';
import type { Handlers, PageResponse } from '../../kernel/contract/operation.ts';
import { ApiError } from '../../kernel/errors/errors.ts';
import type { Links } from '../../kernel/links.ts';
import { optionsResponse, PASSWORD_LENGTH } from '../credentials/index.ts';
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
} from '../sessions/index.ts';
import type { setupContract } from './setup.contract.ts';
import type { SetupInput, SetupService } from './setup.service.ts';

interface Services {
  readonly setup: SetupService;
  readonly signIn: Pick<SignInService, 'attempt'>;
  readonly pages: PagesService;
  readonly passkeyScript: () => PageScript | undefined;
}

/** Maps operations to service calls and responses. */
export const setupHandlers = (
  { setup, signIn, pages, passkeyScript }: Services,
  links: Links,
): Handlers<typeof setupContract> => {
  const isSecure = () => links.fileUrl('').startsWith('https:');

  const show = (secret: string, values: Partial<SetupInput> = {}, error?: ApiError): PageResponse => {
    const script = passkeyScript();
    return htmlPage(
      renderSetup({
        styles: pages.styles(),
        script: script?.src,
        secret,
        minLength: PASSWORD_LENGTH.min,
        values,
        notice: error && { kind: 'danger', text: sentenceOf(error.message) },
      }),
      error?.status,
      { ...SECRET_ADDRESS, 'content-security-policy': pagePolicy(undefined, script) },
    );
  };

  return {
    getSetupPage: ({ request }) => {
      const token = parseQuery(request).get('token') ?? '';
      return signIn.attempt(request.address, async () => {
        await setup.requireOpen(token);
        return show(token);
      });
    },
    startSetupPasskey: async ({ request, body: { token, ...person } }) => {
      requireSameOrigin(request);
      return signIn.attempt(request.address, async () =>
        optionsResponse(await setup.passkeyOptions(token, person)),
      );
    },
    setUpServer: async ({ request, body: { token, ...input } }) => {
      requireSameOrigin(request);
      try {
        const { session, target } = await signIn.attempt(request.address, () =>
          setup.complete(token, input, browserContext(request, isSecure())),
        );
        return redirectTo(target, { 'set-cookie': sessionCookie(session, isSecure()) });
      } catch (error) {
        // Only what can be corrected in the form is shown in the form.
        if (!(error instanceof ApiError && error.status === 400 && acceptsHtml(request))) throw error;
        return show(token, input, error);
      }
    },
  };
};
