import type { IntegrationScope } from '../integration-schemas.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import type { InstallationRow } from './installations.store.ts';

/** The scopes of an integration in an organization: those it declares now and an administrator has granted. */
export const grantedScopes = (
  { scopes: declared }: Pick<IntegrationRow, 'scopes'>,
  { scopes: granted }: Pick<InstallationRow, 'scopes'>,
): IntegrationScope[] => declared.filter((scope) => granted.includes(scope));
