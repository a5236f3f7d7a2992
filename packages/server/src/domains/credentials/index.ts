import { readPasskeyScript } from '@lectern/site';
import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
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
import { passkeysContract } from './passkeys/passkeys.contract.ts';
import { passkeysHandlers } from './passkeys/passkeys.handlers.ts';
import { createPasskeysService } from './passkeys/passkeys.service.ts';
import { passwordsContract } from './passwords/passwords.contract.ts';
import { passwordsHandlers } from './passwords/passwords.handlers.ts';
import { createPasswordsService } from './passwords/passwords.service.ts';

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
    signIn: SignInService;
    signInPage: SignInPage;
    pages: PagesService;
  },
) => {
  const changes = createCredentialChangesService({ ...kernel, ...more });
  const passwords = createPasswordsService({ ...kernel, ...more, changes });
  const passkeys = createPasskeysService({ ...kernel, ...more, changes });
  // Read with the first page: commands do not need it.
  let scriptHash: string | undefined;
  return {
    changes,
    passwords,
    passkeys,
    /** The script of pages with passkeys; undefined where browsers offer none for this server. */
    passkeyScript: (): PageScript | undefined => {
      if (!passkeys.isAvailable()) return undefined;
      scriptHash ??= readPasskeyScript().hash;
      return { src: `${SCRIPT_PATH}?v=${scriptHash}`, url: kernel.links.fileUrl(SCRIPT_PATH) };
    },
    domain: domain({
      name: 'credentials',
      contract: { ...passwordsContract, ...passkeysContract },
      handlers: {
        ...passwordsHandlers(passwords, more.signIn, more.signInPage, kernel.links),
        ...passkeysHandlers(passkeys, more.signIn, more.signInPage, kernel.links),
      },
      errorPage: more.pages.errorPage('You are not signed in', BACK_TO_SIGN_IN),
      jobs: credentialsJobs({ changes, passwords, passkeys }),
    }),
  };
};
