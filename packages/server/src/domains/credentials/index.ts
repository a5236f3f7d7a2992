import { readPasskeyScript } from '@lectern/site';
import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type IdentityService, isServerAdministrator } from '../identity/index.ts';
import type { MembersService, OrganizationsService, SignInMethodsService } from '../organizations/index.ts';
import {
  BACK_TO_SIGN_IN,
  type PageScript,
  type PagesService,
  type SessionsService,
  type SignInPage,
  type SignInService,
} from '../sessions/index.ts';
import { createCredentialChangesService } from './changes/credential-changes.service.ts';
import { credentialsJobs } from './credentials.jobs.ts';
import { createEnrollmentService } from './enrollment/enrollment.service.ts';
import { passkeysContract } from './passkeys/passkeys.contract.ts';
import { passkeysHandlers } from './passkeys/passkeys.handlers.ts';
import { createPasskeysService } from './passkeys/passkeys.service.ts';
import { passwordsContract } from './passwords/passwords.contract.ts';
import { passwordsHandlers } from './passwords/passwords.handlers.ts';
import { createPasswordsService } from './passwords/passwords.service.ts';
import { recoveryContract } from './recovery/recovery.contract.ts';
import { recoveryHandlers } from './recovery/recovery.handlers.ts';
import { createRecoveryService } from './recovery/recovery.service.ts';

export type { EnrollmentService, NewCredential } from './enrollment/enrollment.service.ts';
export { LinkToken, newCredentialFields } from './enrollment/enrollment-form.ts';
export { optionsResponse } from './passkeys/passkeys.handlers.ts';
export type { PasskeysService } from './passkeys/passkeys.service.ts';
export { PASSWORD_LENGTH } from './passwords/password-strength.ts';
export type { PasswordsService } from './passwords/passwords.service.ts';

const SCRIPT_PATH = '/passkeys.js';

/** Passwords and passkeys: sign-in with them, and how they are changed. */
export const createCredentials = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    sessions: SessionsService;
    members: MembersService;
    organizations: OrganizationsService;
    signInMethods: SignInMethodsService;
    signIn: SignInService;
    signInPage: SignInPage;
    pages: PagesService;
  },
) => {
  const changes = createCredentialChangesService({ ...kernel, ...more });
  /** The sign-in methods that a user has set up and that the server offers. */
  const methodsOf = async (userId: string): Promise<readonly string[]> => [
    ...((await passwords.has(userId)) ? ['password'] : []),
    ...(passkeys.isAvailable() && (await passkeys.list(userId)).length > 0 ? ['passkey'] : []),
    ...(more.signIn.canSendEmail ? ['email'] : []),
  ];
  /** Whether a user has no other way to sign in than a method, unless the operator creates a link. */
  const isOnlyMethod = async (userId: string, method: string): Promise<boolean> => {
    if ((await more.members.memberships(userId)).some(({ sso_agreed_at }) => sso_agreed_at !== null))
      return false;
    for (const other of await methodsOf(userId))
      if (other !== method && (await more.signInMethods.findRefusal(kernel.db, userId, other)) === undefined)
        return false;
    return true;
  };
  const passwords = createPasswordsService({ ...kernel, ...more, changes });
  const passkeys = createPasskeysService({ ...kernel, ...more, changes });
  const enrollment = createEnrollmentService({ ...more, passwords, passkeys });
  const recovery = createRecoveryService({
    ...kernel,
    ...more,
    changes,
    enrollment,
    isServerAdministrator: (user) => isServerAdministrator(kernel.db, user),
  });
  const passkeyScript = (): PageScript | undefined => {
    if (!passkeys.isAvailable()) return undefined;
    scriptHash ??= readPasskeyScript().hash;
    return { src: `${SCRIPT_PATH}?v=${scriptHash}`, url: kernel.links.fileUrl(SCRIPT_PATH) };
  };
  // Read with the first page: commands do not need it.
  let scriptHash: string | undefined;
  return {
    changes,
    passwords,
    passkeys,
    methodsOf,
    isOnlyMethod,
    /** The script of pages with passkeys; undefined where browsers offer none for this server. */
    passkeyScript,
    enrollment,
    domain: domain({
      name: 'credentials',
      contract: { ...passwordsContract, ...passkeysContract, ...recoveryContract },
      handlers: {
        ...passwordsHandlers(passwords, more.signIn, more.signInPage, kernel.links),
        ...passkeysHandlers(passkeys, more.signIn, more.signInPage, kernel.links),
        ...recoveryHandlers({ ...more, recovery, passkeyScript }, kernel.links),
      },
      errorPage: more.pages.errorPage('You are not signed in', BACK_TO_SIGN_IN),
      jobs: credentialsJobs({ changes, passwords, passkeys, recovery }),
    }),
  };
};
