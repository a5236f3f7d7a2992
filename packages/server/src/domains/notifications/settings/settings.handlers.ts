import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { settingsContract } from './settings.contract.ts';
import type { SettingsService, Switches } from './settings.service.ts';

/** Maps operations to the service, and its results to responses. */
export const settingsHandlers = (
  settings: SettingsService,
  emailAvailable: boolean,
): Handlers<typeof settingsContract> => {
  const toSettings = (kinds: Switches) => ({
    object: 'notification-settings' as const,
    kinds,
    emailAvailable,
  });
  return {
    getUserNotificationSettings: async ({ caller }) => toSettings(await settings.get(caller)),
    updateUserNotificationSettings: async ({ caller, body }) =>
      toSettings(await settings.update(caller, body.kinds)),
  };
};
