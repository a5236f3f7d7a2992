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

/** Shows the sign-in page, also after a failed sign-in. */
export type SignInPage = (request: BrowserRequest, options: SignInPageOptions) => Promise<PageResponse>;

/** Creates the sign-in page. */
export const createSignInPage =
  (deps: {
    readonly pages: PagesService;
    readonly canSendEmail: boolean;
    readonly logins: () => Promise<LoginOptions>;
    /** The methods that the only organization accepts; all if there are several. */
    readonly methods: () => Promise<{ password: boolean; passkey: boolean; email: boolean }>;
    /** Undefined where browsers offer no passkeys for this server. */
    readonly passkeyScript: () => PageScript | undefined;
    readonly signedInAs: (request: BrowserRequest) => Promise<string | undefined>;
    /** Why the session of the browser is not valid any more. */
    readonly refusedSession: (request: BrowserRequest) => Promise<string | undefined>;
  }): SignInPage =>
  async (request, { target, notice, error, email }) => {
    const { choices, byOrganization } = await deps.logins();
    const methods = await deps.methods();
    const script = methods.passkey ? deps.passkeyScript() : undefined;
    const signedInAs = await deps.signedInAs(request);
    const refusal = error || signedInAs !== undefined ? undefined : await deps.refusedSession(request);
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
        notice: error
          ? { kind: 'danger', text: `${error.message}.` }
          : refusal !== undefined
            ? { kind: 'danger', text: `${refusal}.` }
            : signedInAs === undefined
              ? notice
              : undefined,
      }),
      error?.status,
      {
        'content-security-policy': pagePolicy(undefined, script),
        ...(error?.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
      },
    );
  };
