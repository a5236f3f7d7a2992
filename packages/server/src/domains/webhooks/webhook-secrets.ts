import type { Kernel } from '../../kernel/kernel.ts';
import type { WebhookKey, WebhookRow } from './webhooks.store.ts';

/** Encrypts and decrypts the secrets that sign deliveries. */
export const createWebhookSecrets = ({ secrets }: Pick<Kernel, 'secrets'>) => {
  const associatedData = ({ organization_id, id }: WebhookKey) => `${organization_id}/${id}`;
  return {
    encrypt: (key: WebhookKey, secret: string) => secrets.encrypt('webhooks', associatedData(key), secret),
    decrypt: (row: WebhookRow) => secrets.decrypt('webhooks', associatedData(row), row.secret),
  };
};
