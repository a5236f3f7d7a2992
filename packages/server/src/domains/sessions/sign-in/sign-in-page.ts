import { type Notice, renderSignIn } from '@lectern/site';
import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import type { ApiError } from '../../../kernel/errors/errors.ts';
import { htmlPage, type PageScript, pagePolicy } from '../pages/page-response.ts';
import type { PagesService } from '../pages/pages.service.ts';
import { type LoginOptions, toLoginLinks } from './login-options.ts';

interface SignInPageOptions {
  /** The path to return to after sign-in. */
  readonly target: string;
  readonly notice?: Notice | undefined;
  /** The error of a failed sign-in. */
  readonly error?: ApiError | undefined;
  /** The address that was entered before. */
  readonly email?: string | undefined;
}

const NEW_SERVER = {
  kind: 'success',
  text: 'This server is new. To set it up, open the link that it printed in its log when it started.',
} as const;

/** Shows the sign-in page, also after a failed sign-in. */
export type SignInPage = (request: BrowserRequest, options: SignInPageOptions) => Promise<PageResponse>;

/** Creates the sign-in page. */
export const createSignInPage = (deps: {
  readonly pages: PagesService;
  readonly canSendEmail: boolean;
  readonly logins: () => Promise<LoginOptions>;
  /** The methods that the only organization accepts; all if there are several. */
  readonly methods: () => Promise<{ password: boolean; passkey: boolean; email: boolean }>;
  /** Undefined where browsers offer no passkeys for this server. */
  readonly passkeyScript: () => PageScript | undefined;
  readonly signedInAs: (request: BrowserRequest) => Promise<string | undefined>;
  /** Whether the server waits for its first administrator. */
  readonly isNewServer: () => Promise<boolean>;
  /** Why the session of the browser is not valid any more. */
  readonly refusedSession: (request: BrowserRequest) => Promise<string | undefined>;
}): SignInPage => {
  /** The most useful notice: an error, why a session ended, what was done, or how to set up the server. */
  const noticeFor = async (
    request: BrowserRequest,
    {
      signedInAs,
      notice,
      error,
    }: Pick<SignInPageOptions, 'notice' | 'error'> & { readonly signedInAs: string | undefined },
  ): Promise<Notice | undefined> => {
    if (error) return { kind: 'danger', text: `${error.message}.` };
    if (signedInAs !== undefined) return undefined;
    const refusal = await deps.refusedSession(request);
    if (refusal !== undefined) return { kind: 'danger', text: `${refusal}.` };
    return notice ?? ((await deps.isNewServer()) ? NEW_SERVER : undefined);
  };

  return async (request, { target, notice, error, email }) => {
    const { choices, byOrganization } = await deps.logins();
    const methods = await deps.methods();
    const script = methods.passkey ? deps.passkeyScript() : undefined;
    const signedInAs = await deps.signedInAs(request);
    return htmlPage(
      renderSignIn({
        styles: deps.pages.styles(),
        script: script?.src,
        target,
        email,
        byEmail: deps.canSendEmail && methods.email,
        byPassword: methods.password,
        logins: toLoginLinks(choices, target),
        bySso: byOrganization ? {} : undefined,
        signedInAs,
        notice: await noticeFor(request, { signedInAs, notice, error }),
      }),
      error?.status,
      {
        'content-security-policy': pagePolicy(undefined, script),
        ...(error?.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
      },
    );
  };
};
