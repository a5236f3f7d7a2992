import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { LoginsService } from './sign-in/saml-sign-in.service.ts';
import type { ArrivalsService } from './sign-in/sso-sign-in.service.ts';

/** Forgetting what was asked and answered long ago. */
export const ssoJobs = (arrivals: ArrivalsService, logins: LoginsService): JobDefinition[] => [
  {
    name: 'sso.forget',
    cron: '29 * * * *',
    run: async () => {
      await arrivals.forgetOld();
      await logins.forgetOld();
    },
  },
];
