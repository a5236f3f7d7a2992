import type { RecordedEvent } from '../../kernel/events/events.ts';
import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { type MailsService, SEND_MAIL } from './mails/mails.service.ts';
import type { MailKey } from './mails/mails.store.ts';
import type { NotificationsService } from './notifications.service.ts';
import type { TellingService } from './telling/telling.service.ts';

// Each attempt waits about twice as long as the one before, up to 18 hours: together about as long as mails are news.
const MAIL_ATTEMPTS = 19;

/** Telling people, mailing them, and forgetting what they read long ago. */
export const notificationsJobs = (services: {
  notifications: NotificationsService;
  telling: TellingService;
  mails: MailsService;
}): JobDefinition[] => [
  {
    name: 'notifications.tell',
    on: services.telling.actions,
    concurrency: 5,
    expireInSeconds: 120,
    run: (event) => services.telling.tell(event as unknown as RecordedEvent),
  },
  {
    name: SEND_MAIL,
    retryLimit: MAIL_ATTEMPTS,
    expireInSeconds: 120,
    concurrency: 10,
    run: (key) => services.mails.send(key as unknown as MailKey),
  },
  { name: 'notifications.expire-mails', cron: '23 * * * *', run: () => services.mails.expire() },
  { name: 'notifications.remove-old', cron: '41 3 * * *', run: () => services.notifications.removeOld() },
];
