import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import type { SessionsService } from './sessions.service.ts';
import { SEND_LINK, type SignInService } from './sign-in/sign-in.service.ts';

/** Background jobs of sessions. */
export const sessionsJobs = (services: {
  sessions: SessionsService;
  signIn: SignInService;
}): JobDefinition[] => [
  queuedJob(SEND_LINK, {
    // A late link is useless.
    retryLimit: 3,
    concurrency: 5,
    run: ({ email, target }) => services.signIn.sendLink(email, target),
  }),
  {
    name: 'sessions.delete-expired',
    cron: '17 * * * *',
    run: async () => {
      await services.sessions.deleteExpired();
      await services.signIn.deleteExpired();
    },
  },
];
