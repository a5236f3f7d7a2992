import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { type CredentialChangesService, NOTIFY_CHANGE } from './changes/credential-changes.service.ts';
import type { PasskeysService } from './passkeys/passkeys.service.ts';
import type { PasswordsService } from './passwords/passwords.service.ts';
import type { RecoveryService } from './recovery/recovery.service.ts';

/** Background jobs of passwords and passkeys. */
export const credentialsJobs = (services: {
  changes: CredentialChangesService;
  passwords: PasswordsService;
  passkeys: PasskeysService;
  recovery: RecoveryService;
}): JobDefinition[] => [
  queuedJob(NOTIFY_CHANGE, {
    retryLimit: 5,
    concurrency: 5,
    run: (change) => services.changes.notify(change),
  }),
  {
    name: 'credentials.delete-expired',
    cron: '37 * * * *',
    run: async () => {
      await services.passwords.deleteExpired();
      await services.passkeys.deleteExpired();
      await services.recovery.deleteExpired();
    },
  },
];
