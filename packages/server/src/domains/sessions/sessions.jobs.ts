import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { SessionsService } from './sessions.service.ts';
import { SEND_LINK, type SigningInService } from './sign-in/sign-in.service.ts';

/** Sending links, and forgetting what has ended. */
export const sessionsJobs = (services: {
  sessions: SessionsService;
  signingIn: SigningInService;
}): JobDefinition[] => [
  {
    name: SEND_LINK,
    // A link that comes late is of no use.
    retryLimit: 3,
    concurrency: 5,
    run: ({ email, target }) => services.signingIn.send(String(email), String(target)),
  },
  {
    name: 'sessions.forget',
    cron: '17 * * * *',
    run: async () => {
      await services.sessions.forgetEnded();
      await services.signingIn.forgetOld();
    },
  },
];
