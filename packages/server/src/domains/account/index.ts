import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { PasskeysService, PasswordsService } from '../credentials/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { SettingsService } from '../notifications/index.ts';
import type { MembersService } from '../organizations/index.ts';
import type { LoginOption, PageScript, PagesService, SessionsService } from '../sessions/index.ts';
import { accountContract } from './account.contract.ts';
import { accountHandlers } from './account.handlers.ts';
import { createAccountService } from './account.service.ts';

export { FORM_TOKEN_FIELD, formToken, isValidFormToken } from './form-token.ts';

/** The account pages. */
export const createAccount = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    sessions: SessionsService;
    passwords: PasswordsService;
    passkeys: PasskeysService;
    /** The script for passkeys; undefined where browsers offer none for this server. */
    passkeyScript: () => PageScript | undefined;
    /** Whether a user has no other way to sign in than a method. */
    isOnlyMethod: (userId: string, method: string) => Promise<boolean>;
    settings: SettingsService;
    pages: PagesService;
    members: MembersService;
    /** The login options of an organization. */
    logins: (organizationId: string) => Promise<readonly LoginOption[]>;
  },
) => ({
  domain: domain({
    name: 'account',
    contract: accountContract,
    errorPage: more.pages.errorPage('Something went wrong', {
      href: '/account',
      text: 'Back to your account',
    }),
    handlers: accountHandlers({ ...more, account: createAccountService({ ...kernel, ...more }) }, kernel),
  }),
});
