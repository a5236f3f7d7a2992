import type { EventChain } from '../../../kernel/auth/chained-tokens.ts';

/** The most scripts that may act one after another, each because of what the one before did. */
export const MAX_CHAIN_DEPTH = 8;
/** How often one integration may act among them: what it did twice comes back to it again and again. */
export const MAX_TURNS = 2;
/** In how many ways a chain may reach one integration: through how many orders of scripts before it. */
export const MAX_PATHS = 10;
/** The most events and tasks that an integration gets within an hour from one chain. */
export const MAX_EVENTS_PER_CHAIN = 1000;
/** The time in which the events of a chain are counted. */
export const CHAIN_WINDOW_MS = 60 * 60 * 1000;

/** The chain of an event that a script or a user caused. */
export const chainOfEvent = (id: string, cause: EventChain | undefined): EventChain =>
  cause ?? { origin: id, path: [] };

/** The chain of what a script does about an event. */
export const chainOfScript = ({ origin, path }: EventChain, integrationId: string): EventChain => ({
  origin,
  path: [...path, integrationId],
});

/** The chain of a task or call of an integration; one of its own script continues its turn. */
export const chainOfCall = (id: string, cause: EventChain | undefined, integrationId: string): EventChain => {
  const chain = chainOfEvent(id, cause);
  return chain.path.at(-1) === integrationId ? { ...chain, path: chain.path.slice(0, -1) } : chain;
};

/** Whether a chain is too long for another script to act. */
export const isTooDeep = ({ path }: EventChain): boolean => path.length >= MAX_CHAIN_DEPTH;

/** Whether an integration has had its turns in a chain. */
export const isTooOften = ({ path }: EventChain, integrationId: string): boolean =>
  path.filter((id) => id === integrationId).length >= MAX_TURNS;

/** The start of a chain and the integrations that acted, in their order. */
export const formatChain = ({ origin, path }: EventChain, nameOf: (id: string) => string): string =>
  [`the event ${origin}`, ...path.map(nameOf)].join(' → ');

/** The log line of an event that is too far from the start of its chain. */
export const tooDeepMessage = (chain: string): string =>
  `Not delivered: integrations have reacted to each other ${MAX_CHAIN_DEPTH} times in a row: ${chain}.`;

/** The log line of an event for an integration that has had its turns. */
export const tooOftenMessage = (chain: string): string =>
  `Not delivered: this integration has acted ${MAX_TURNS} times already because of one event: ${chain}.`;

/** The log line of an event for an integration that a chain has reached in too many ways. */
export const tooManyPathsMessage = (chain: string): string =>
  `Not delivered: one event has reached this integration in ${MAX_PATHS} ways already: ${chain}.`;

/** The log line of an event beyond the number that a chain may cause. */
export const tooManyMessage = ({ origin }: EventChain): string =>
  `Not delivered: the event ${origin} has led to ${MAX_EVENTS_PER_CHAIN} events and tasks of this integration within an hour.`;

/** The log line for the integration whose action was not passed on to others. */
export const notPassedOnMessage = (names: readonly string[], chain: string): string =>
  `Not delivered to ${names.join(', ')}: integrations react to each other: ${chain}.`;
