import { eventJob, type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import type { DispatchService } from './dispatch/dispatch.service.ts';
import { type EmailsService, SEND_EMAIL } from './emails/emails.service.ts';
import type { NotificationsService } from './notifications.service.ts';

// Retries back off exponentially, up to 18 hours; together they last about as long as e-mails are sent (EXPIRY_DAYS).
const EMAIL_ATTEMPTS = 19;

/** Jobs that dispatch notifications, send their e-mails, and delete old ones. */
export const notificationsJobs = (services: {
  notifications: NotificationsService;
  dispatch: DispatchService;
  emails: EmailsService;
}): JobDefinition[] => [
  eventJob('notifications.dispatch', {
    on: services.dispatch.actions,
    concurrency: 5,
    expireInSeconds: 120,
    run: services.dispatch.dispatch,
  }),
  queuedJob(SEND_EMAIL, {
    retryLimit: EMAIL_ATTEMPTS,
    expireInSeconds: 120,
    concurrency: 10,
    run: services.emails.send,
  }),
  { name: 'notifications.expire-mails', cron: '23 * * * *', run: () => services.emails.expire() },
  { name: 'notifications.remove-old', cron: '41 3 * * *', run: () => services.notifications.removeOld() },
];
