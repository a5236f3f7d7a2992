import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { SamlSignInService } from './sign-in/saml-sign-in.service.ts';
import type { SsoSignInService } from './sign-in/sso-sign-in.service.ts';

/** Background jobs of single sign-on. */
export const ssoJobs = (ssoSignIn: SsoSignInService, samlSignIn: SamlSignInService): JobDefinition[] => [
  {
    name: 'sso.delete-expired',
    cron: '29 * * * *',
    run: async () => {
      await ssoSignIn.deleteExpired();
      await samlSignIn.deleteExpired();
    },
  },
];
