import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type Comments, createDispatchService } from './dispatch/dispatch.service.ts';
import { createEmailsService } from './emails/emails.service.ts';
import { createInboxEventsService } from './inbox-events.service.ts';
import { notificationsContract } from './notifications.contract.ts';
import { notificationsHandlers } from './notifications.handlers.ts';
import { notificationsJobs } from './notifications.jobs.ts';
import { createNotificationsService } from './notifications.service.ts';
import { settingsContract } from './settings/settings.contract.ts';
import { settingsHandlers } from './settings/settings.handlers.ts';
import { createSettingsService } from './settings/settings.service.ts';

export { EXPIRY_DAYS } from './emails/emails.service.ts';
export { countEmails } from './emails/emails.store.ts';
export { CHANNELS, KINDS } from './notification-kinds.ts';
export type { SettingsService } from './settings/settings.service.ts';

/** Notifications in the app and by e-mail. */
export const createNotifications = (kernel: Kernel, more: { comments: Comments }) => {
  const notifications = createNotificationsService(kernel);
  const inboxEvents = createInboxEventsService(kernel);
  const dispatch = createDispatchService({ ...kernel, ...more });
  const emails = createEmailsService(kernel);
  const settings = createSettingsService(kernel);
  return {
    settings,
    domain: domain({
      name: 'notifications',
      contract: { ...notificationsContract, ...settingsContract },
      handlers: {
        ...notificationsHandlers(notifications, inboxEvents, kernel.links),
        ...settingsHandlers(settings, kernel.emails !== undefined),
      },
      jobs: notificationsJobs({ notifications, dispatch, emails }),
    }),
  };
};
