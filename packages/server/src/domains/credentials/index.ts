import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import {
  BACK_TO_SIGN_IN,
  type PagesService,
  type SessionsService,
  type SignInPage,
  type SignInService,
} from '../sessions/index.ts';
import { createCredentialChangesService } from './changes/credential-changes.service.ts';
import { credentialsJobs } from './credentials.jobs.ts';
import { passwordsContract } from './passwords/passwords.contract.ts';
import { passwordsHandlers } from './passwords/passwords.handlers.ts';
import { createPasswordsService } from './passwords/passwords.service.ts';

export { PASSWORD_LENGTH } from './passwords/password-strength.ts';
export type { PasswordsService } from './passwords/passwords.service.ts';

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
  return {
    changes,
    passwords,
    domain: domain({
      name: 'credentials',
      contract: { ...passwordsContract },
      handlers: { ...passwordsHandlers(passwords, more.signIn, more.signInPage, kernel.links) },
      errorPage: more.pages.errorPage('You are not signed in', BACK_TO_SIGN_IN),
      jobs: credentialsJobs({ changes, passwords }),
    }),
  };
};
