import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { settingsContract } from './settings.contract.ts';
import type { SettingsService, Switches } from './settings.service.ts';

/** Operation to service to answer. */
export const settingsHandlers = (
  settings: SettingsService,
  emailAvailable: boolean,
): Handlers<typeof settingsContract> => {
  const show = (kinds: Switches) => ({ object: 'notification-settings' as const, kinds, emailAvailable });
  return {
    getUserNotificationSettings: async ({ caller }) => show(await settings.get(caller)),
    updateUserNotificationSettings: async ({ caller, body }) =>
      show(await settings.update(caller, body.kinds)),
  };
};
