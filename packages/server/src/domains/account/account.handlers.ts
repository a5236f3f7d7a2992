import { type Notice, renderAccount, renderConsent, renderLeaveOrganization } from '@lectern/site';
import type { Caller } from '../../kernel/auth/principal.ts';
import { sessionCookie } from '../../kernel/auth/session-cookie.ts';
import type { BrowserRequest, Handlers, PageResponse } from '../../kernel/contract/operation.ts';
import { ApiError, forbidden } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { optionsResponse, type PasskeysService, type PasswordsService } from '../credentials/index.ts';
import type { IdentityService } from '../identity/index.ts';
import { CHANNELS, KINDS, type SettingsService } from '../notifications/index.ts';
import type { MembersService } from '../organizations/index.ts';
import {
  acceptsHtml,
  consentPath,
  htmlPage,
  type PageScript,
  type PagesService,
  pagePolicy,
  parseQuery,
  redirectTo,
  type SessionsService,
  sentenceOf,
} from '../sessions/index.ts';
import type { accountContract } from './account.contract.ts';
import type { AccountService } from './account.service.ts';
import { FORM_TOKEN_FIELD, formToken, isValidFormToken } from './form-token.ts';

interface Services {
  readonly account: AccountService;
  readonly identity: IdentityService;
  readonly sessions: SessionsService;
  readonly passwords: Pick<PasswordsService, 'set' | 'remove'>;
  readonly passkeys: PasskeysService;
  readonly passkeyScript: () => PageScript | undefined;
  readonly settings: SettingsService;
  readonly pages: PagesService;
  readonly members: Pick<MembersService, 'acceptRules' | 'consentToSso' | 'remove'>;
}

interface FormRequest {
  readonly caller: Caller;
  readonly request: BrowserRequest;
  readonly body: { readonly [FORM_TOKEN_FIELD]?: string };
}

// Notices by the query parameter `done` of the redirect target (post/redirect/get).
const DONE: Readonly<Record<string, string>> = {
  profile: 'Your name was saved.',
  password: 'Your password was saved. Your other sessions have ended.',
  'password-removed': 'Your password was removed. Your other sessions have ended.',
  passkey: 'The passkey was added. You can sign in with it from now on.',
  'passkey-renamed': 'The passkey was renamed.',
  'passkey-removed': 'The passkey was removed.',
  ended: 'The session was ended.',
  notifications: 'Your notification settings were saved.',
  'rules-accepted': 'You accepted the rules of the organization and can open it again.',
  left: 'You left the organization.',
};

/** Maps operations to service calls and responses. */
export const accountHandlers = (
  { account, identity, sessions, passwords, passkeys, passkeyScript, settings, pages, members }: Services,
  { links, signing }: Pick<Kernel, 'links' | 'signing'>,
): Handlers<typeof accountContract> => {
  const isSecure = () => links.fileUrl('').startsWith('https:');

  const show = async (
    caller: Caller,
    more: { notice?: Notice | undefined; status?: number } = {},
  ): Promise<PageResponse> => {
    const script = passkeyScript();
    return htmlPage(
      renderAccount({
        ...(await account.describe(caller)),
        styles: pages.styles(),
        script: script?.src,
        formToken: formToken(signing, caller),
        notice: more.notice,
      }),
      more.status,
      { 'content-security-policy': pagePolicy(undefined, script) },
    );
  };

  /** Handles a form if its CSRF token is valid; errors are shown on the account page. */
  const handleForm =
    <Input extends FormRequest>(work: (input: Input) => Promise<PageResponse>) =>
    async (input: Input): Promise<PageResponse> => {
      try {
        if (!isValidFormToken(signing, input.caller, input.body[FORM_TOKEN_FIELD]))
          throw forbidden('The form has expired: reload the page and try again');
        return await work(input);
      } catch (error) {
        if (!(error instanceof ApiError && acceptsHtml(input.request))) throw error;
        return show(input.caller, {
          status: error.status,
          notice: { kind: 'danger', text: sentenceOf(error.message) },
        });
      }
    };

  const done = (what: string) => redirectTo(`/account?done=${what}`);
  const signedOut = (what?: string) =>
    redirectTo(what ? `/login?done=${what}` : '/login', {
      'set-cookie': sessionCookie(undefined, isSecure()),
    });

  return {
    getAccountPage: async ({ caller, request }) => {
      const what = parseQuery(request).get('done') ?? '';
      const text = Object.hasOwn(DONE, what) ? DONE[what] : undefined;
      return show(caller, {
        notice: text ? { kind: 'success', text } : undefined,
      });
    },
    changeAccountProfile: handleForm(async ({ caller, body }) => {
      await identity.update(caller, caller.principal.userId, { displayName: body.displayName });
      return done('profile');
    }),
    setAccountPassword: handleForm(async ({ caller, body: { password, present } }) => {
      await passwords.set(caller, { password, present });
      return done('password');
    }),
    removeAccountPassword: handleForm(async ({ caller, body: { present } }) => {
      await passwords.remove(caller, { present });
      return done('password-removed');
    }),
    startAccountPasskey: handleForm(async ({ caller }) =>
      optionsResponse(await passkeys.creationOptions(caller)),
    ),
    addAccountPasskey: handleForm(async ({ caller, body: { name, credential } }) => {
      await passkeys.add(caller, { name, credential });
      return done('passkey');
    }),
    renameAccountPasskey: handleForm(async ({ caller, params, body }) => {
      await passkeys.rename(caller, params.passkeyId, body.name);
      return done('passkey-renamed');
    }),
    removeAccountPasskey: handleForm(async ({ caller, params }) => {
      await passkeys.remove(caller, params.passkeyId);
      return done('passkey-removed');
    }),
    endAccountSession: handleForm(async ({ caller, params }) => {
      await sessions.end(caller, params.sessionId);
      return params.sessionId === caller.principal.sessionId ? signedOut() : done('ended');
    }),
    endAccountSessions: handleForm(async ({ caller }) => {
      await sessions.end(caller);
      return signedOut();
    }),
    getAgreementPage: async ({ caller, params: { organizationId } }) =>
      htmlPage(
        renderConsent({
          ...(await account.agreement(caller, organizationId)),
          styles: pages.styles(),
          formToken: formToken(signing, caller),
          path: consentPath(organizationId),
        }),
      ),
    agreeToSingleSignOn: handleForm(async ({ caller, params: { organizationId } }) => {
      await members.consentToSso(caller, organizationId);
      // If the organization requires single sign-on, this session has just ended.
      return redirectTo(`/login/organizations/${organizationId}?done=agreed`);
    }),
    acceptOrganizationRules: handleForm(async ({ caller, params: { organizationId } }) => {
      await members.acceptRules(caller, organizationId);
      return done('rules-accepted');
    }),
    getLeavingPage: async ({ caller, params: { organizationId } }) =>
      htmlPage(
        renderLeaveOrganization({
          ...(await account.leaving(caller, organizationId)),
          styles: pages.styles(),
          formToken: formToken(signing, caller),
          path: `/account/organizations/${organizationId}/leave`,
        }),
      ),
    leaveAccountOrganization: handleForm(async ({ caller, params: { organizationId } }) => {
      await members.remove(caller, organizationId, caller.principal.userId);
      // Sessions through the organization's identity provider have ended.
      return (await sessions.hasEnded(caller)) ? signedOut('left') : done('left');
    }),
    changeAccountNotifications: handleForm(async ({ caller, body }) => {
      const isOn = (kind: string, channel: string) =>
        (body as Readonly<Record<string, unknown>>)[`${kind}.${channel}`] !== undefined;
      const input = Object.fromEntries(
        KINDS.map((kind) => [
          kind,
          Object.fromEntries(CHANNELS.map((channel) => [channel, isOn(kind, channel)])),
        ]),
      );
      await settings.update(caller, input);
      return done('notifications');
    }),
    signOut: handleForm(async ({ caller }) => {
      const { sessionId } = caller.principal;
      if (sessionId !== undefined) await sessions.end(caller, sessionId);
      return signedOut();
    }),
  };
};
