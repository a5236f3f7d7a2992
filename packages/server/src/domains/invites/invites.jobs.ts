import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { type InvitationsService, SEND_INVITATION } from './invitations/invitations.service.ts';

/** Background jobs of invitations. */
export const invitesJobs = (invitations: InvitationsService): JobDefinition[] => [
  queuedJob(SEND_INVITATION, {
    retryLimit: 5,
    concurrency: 5,
    run: (invited) => invitations.send(invited),
  }),
];
