import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createMailsService } from './mails/mails.service.ts';
import { notificationsContract } from './notifications.contract.ts';
import { notificationsHandlers } from './notifications.handlers.ts';
import { notificationsJobs } from './notifications.jobs.ts';
import { createNotificationsService } from './notifications.service.ts';
import { settingsContract } from './settings/settings.contract.ts';
import { settingsHandlers } from './settings/settings.handlers.ts';
import { createSettingsService } from './settings/settings.service.ts';
import { type Comments, createTellingService } from './telling/telling.service.ts';

export { EXPIRY_DAYS } from './mails/mails.service.ts';
export { countMails } from './mails/mails.store.ts';
export { CHANNELS, KINDS } from './notifications.policy.ts';
export type { SettingsService } from './settings/settings.service.ts';

/** Who is told of what happens, in the app and by e-mail. */
export const createNotifications = (kernel: Kernel, more: { comments: Comments }) => {
  const notifications = createNotificationsService(kernel);
  const telling = createTellingService({ ...kernel, ...more });
  const mails = createMailsService(kernel);
  const settings = createSettingsService(kernel);
  return {
    settings,
    domain: domain({
      name: 'notifications',
      contract: { ...notificationsContract, ...settingsContract },
      handlers: {
        ...notificationsHandlers(notifications, kernel.links),
        ...settingsHandlers(settings, kernel.emails !== undefined),
      },
      jobs: notificationsJobs({ notifications, telling, mails }),
    }),
  };
};
