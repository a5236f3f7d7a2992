import type { Caller } from '../../../kernel/auth/principal.ts';
import { hashSecret } from '../../../kernel/auth/tokens.ts';
import type { FindProvider, ProviderKey } from '../../../kernel/contract/scim-authentication.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { samlProviders } from '../../sso/index.ts';
import {
  deleteScimToken,
  findProviderByToken,
  findScimToken,
  type ScimTokenRow,
  touchScimToken,
  writeScimToken,
} from './tokens.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events'>;

// A recognizable prefix, so that secret scanners find leaked tokens.
const PREFIX = 'lcp_';
const SECRET_LENGTH = 43;
const TOUCH_MS = 60_000;

/** Service for SCIM tokens. */
export const createScimTokensService = ({ db, transaction, clock, events }: Dependencies) => {
  const requireProvider = async (executor: Database, key: ProviderKey) => {
    const provider = await samlProviders.find(executor, key.organizationId, key.id);
    if (!provider) throw notFound('SAML provider');
    return provider;
  };
  const record = (tx: DatabaseTransaction, caller: Caller, key: ProviderKey, action: string, label: string) =>
    events.record(tx, caller, {
      organizationId: key.organizationId,
      action,
      target: { type: 'saml-provider', id: key.id, label },
    });

  const find: FindProvider = async (hash) => {
    const row = await findProviderByToken(db, hash);
    if (!row) return undefined;
    const key = { organizationId: row.organization_id, id: row.provider_id };
    const now = clock.now();
    if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > TOUCH_MS) await touchScimToken(db, key, now);
    return { key, label: row.label };
  };

  return {
    find,

    get: async (key: ProviderKey): Promise<ScimTokenRow | undefined> => {
      await requireProvider(db, key);
      return findScimToken(db, key);
    },

    create: (caller: Caller, key: ProviderKey): Promise<{ row: ScimTokenRow; secret: string }> =>
      transaction(async (tx) => {
        const { label } = await requireProvider(tx, key);
        const secret = PREFIX + randomText(SECRET_LENGTH);
        const row = await writeScimToken(tx, key, {
          hash: hashSecret(secret),
          hint: secret.slice(0, PREFIX.length + 4),
          createdBy: caller.principal.userId,
          createdAt: clock.now(),
        });
        await record(tx, caller, key, 'saml-provider.scim-token-created', label);
        return { row, secret };
      }),

    revoke: (caller: Caller, key: ProviderKey): Promise<void> =>
      transaction(async (tx) => {
        // Deleting is idempotent, also when the provider does not exist.
        const provider = await samlProviders.find(tx, key.organizationId, key.id);
        if (provider && (await deleteScimToken(tx, key)))
          await record(tx, caller, key, 'saml-provider.scim-token-revoked', provider.label);
      }),
  };
};

/** Service for SCIM tokens. */
export type ScimTokensService = ReturnType<typeof createScimTokensService>;
