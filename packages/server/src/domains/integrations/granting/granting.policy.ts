import type { Place } from '../environment/environment.store.ts';
import type { InstallationRow } from '../installations/installations.store.ts';
import type { IntegrationScope } from '../integrations.contract.ts';
import type { IntegrationRow } from '../integrations.store.ts';

/** What an integration may do in an organization: what it declares by now, as far as that was agreed to there. */
export const agreedScopes = (
  { scopes: declared }: Pick<IntegrationRow, 'scopes'>,
  { scopes: granted }: Pick<InstallationRow, 'scopes'>,
): IntegrationScope[] => declared.filter((scope) => granted.includes(scope));

/** These places, each with the scopes that were agreed to there; only those that have one, where one is needed. */
export const agreedPlaces = (places: readonly Place[], scope?: IntegrationScope): Place[] =>
  places
    .map((place) => {
      const { integration, installation } = place;
      if (!installation) return place;
      return { ...place, integration: { ...integration, scopes: agreedScopes(integration, installation) } };
    })
    .filter(({ integration }) => scope === undefined || integration.scopes.includes(scope));
