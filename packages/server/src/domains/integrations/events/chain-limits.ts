import type { EventChain } from '../../../kernel/auth/chained-tokens.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import {
  CHAIN_WINDOW_MS,
  formatChain,
  isTooDeep,
  isTooOften,
  MAX_EVENTS_PER_CHAIN,
  MAX_PATHS,
  tooDeepMessage,
  tooManyMessage,
  tooManyPathsMessage,
  tooOftenMessage,
} from './event-chains.ts';
import { countEventsOfChain, findIntegrationsById } from './events.store.ts';

/** The names of the integrations of a chain. */
export const chainNames = async (db: Database, { path }: EventChain) => {
  const found = new Map((await findIntegrationsById(db, [...new Set(path)])).map((row) => [row.id, row]));
  return {
    find: (id: string): string | undefined => found.get(id)?.name,
    /** The name as an organization may see it: private integrations of others stay unnamed. */
    shownTo:
      (organizationId: string) =>
      (id: string): string => {
        const row = found.get(id);
        return row && (row.visibility !== 'private' || row.organization_id === organizationId)
          ? row.name
          : 'another integration';
      },
  };
};

/** Finds why events of a chain of scripts are not delivered to integrations, with one query for all. */
export const chainLimits = async (
  db: Database,
  chain: EventChain | undefined,
  integrations: readonly IntegrationRow[],
  now: Date,
): Promise<(integration: IntegrationRow) => string | undefined> => {
  if (!chain) return () => undefined;
  const since = new Date(now.getTime() - CHAIN_WINDOW_MS);
  const counts = await countEventsOfChain(db, chain, integrations, since);
  const messageOf = ({ id }: IntegrationRow) => {
    if (isTooDeep(chain)) return tooDeepMessage;
    if (isTooOften(chain, id)) return tooOftenMessage;
    return (counts.get(id)?.otherPaths ?? 0) >= MAX_PATHS ? tooManyPathsMessage : undefined;
  };
  const names = integrations.some(messageOf) ? await chainNames(db, chain) : undefined;
  return (integration) => {
    const message = messageOf(integration);
    if (message) return message(formatChain(chain, names!.shownTo(integration.organization_id)));
    return (counts.get(integration.id)?.events ?? 0) >= MAX_EVENTS_PER_CHAIN
      ? tooManyMessage(chain)
      : undefined;
  };
};
