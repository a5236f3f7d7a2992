import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { SamlSignInService } from './sign-in/saml-sign-in.service.ts';
import type { SsoSignInService } from './sign-in/sso-sign-in.service.ts';

/** Forgetting what was asked and answered long ago. */
export const ssoJobs = (ssoSignIn: SsoSignInService, logins: SamlSignInService): JobDefinition[] => [
  {
    name: 'sso.forget',
    cron: '29 * * * *',
    run: async () => {
      await ssoSignIn.deleteExpired();
      await logins.deleteExpired();
    },
  },
];
