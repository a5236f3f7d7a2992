import type { Kernel } from '../../kernel/kernel.ts';
import type { WebhookKey, WebhookRow } from './webhooks.store.ts';

/** Whether the secret from before the last rotation still signs. */
export const hasPreviousSecret = ({ previous_secret_ends_at }: WebhookRow, at: Date): boolean =>
  previous_secret_ends_at !== null && previous_secret_ends_at > at;

/** Encrypts and decrypts the secrets that sign deliveries. */
export const createWebhookSecrets = ({ secrets }: Pick<Kernel, 'secrets'>) => {
  const associatedData = ({ organization_id, id }: WebhookKey) => `${organization_id}/${id}`;
  return {
    encrypt: (key: WebhookKey, secret: string) => secrets.encrypt('webhooks', associatedData(key), secret),

    /** The secrets that sign at a time, the present one first. */
    decrypt: (row: WebhookRow, at: Date): string[] =>
      [row.secret, hasPreviousSecret(row, at) ? row.previous_secret : null]
        .filter((encrypted) => encrypted !== null)
        .map((encrypted) => secrets.decrypt('webhooks', associatedData(row), encrypted)),
  };
};
