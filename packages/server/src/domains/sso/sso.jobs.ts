import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { ArrivalsService } from './arrivals/arrivals.service.ts';
import type { LoginsService } from './logins/logins.service.ts';

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
