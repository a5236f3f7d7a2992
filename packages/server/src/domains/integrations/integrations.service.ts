import type { Caller } from '../../kernel/auth/principal.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  findIntegration,
  findIntegrations,
  type IntegrationFilter,
  type IntegrationRow,
  type IntegrationSubject,
  listIntegrations,
} from './integrations.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'secrets'>;

const SECRETS = 'integration secrets';

/** Service to find integrations. */
export const createIntegrationsService = ({ db, secrets }: Dependencies) => ({
  /** An integration with the caller's relation to it. */
  find: (userId: string, name: string): Promise<IntegrationSubject | undefined> =>
    findIntegration(db, name, userId),

  /** These integrations, by id. */
  findByIds: (userId: string, ids: readonly string[]) => findIntegrations(db, ids, userId),

  list: (caller: Caller, filter: IntegrationFilter, page: PageRequest) =>
    listIntegrations(db, caller.principal.userId, filter, page),

  /** The encrypted secrets of an integration, as they are stored. */
  encryptSecrets: (name: string, values: Readonly<Record<string, string>>): string =>
    secrets.encrypt(SECRETS, name.toLowerCase(), JSON.stringify(values)),

  /** The decrypted secrets of an integration, for its script only. */
  secretsOf: ({
    name,
    secrets: encrypted,
  }: Pick<IntegrationRow, 'name' | 'secrets'>): Record<string, string> =>
    encrypted === null ? {} : JSON.parse(secrets.decrypt(SECRETS, name.toLowerCase(), encrypted)),
});

/** Service to find integrations. */
export type IntegrationsService = ReturnType<typeof createIntegrationsService>;
