import type { EventChain } from '../../../kernel/auth/chained-tokens.ts';

/** The most scripts that may act one after another, each because of what the one before did. */
export const MAX_CHAIN_DEPTH = 8;
/** The most events and tasks that an integration gets within an hour from one chain. */
export const MAX_EVENTS_PER_CHAIN = 1000;
/** The time in which the events of a chain are counted. */
export const CHAIN_WINDOW_MS = 60 * 60 * 1000;

/** The chain of an event that a script or a user caused. */
export const chainOfEvent = (id: string, cause: EventChain | undefined): EventChain =>
  cause ? { origin: cause.origin, depth: cause.depth + 1 } : { origin: id, depth: 0 };

/** The chain of a task; a task that queues tasks acts alone, so that only their number is limited. */
export const chainOfTask = (id: string, cause: EventChain | undefined): EventChain =>
  cause ?? { origin: id, depth: 0 };

/** The log line of an event that is too far from the start of its chain. */
export const tooDeepMessage = ({ origin }: EventChain): string =>
  `Not delivered: integrations have reacted to each other ${MAX_CHAIN_DEPTH} times in a row since the event ${origin}.`;

/** The log line of an event beyond the number that a chain may cause. */
export const tooManyMessage = ({ origin }: EventChain): string =>
  `Not delivered: the event ${origin} has led to ${MAX_EVENTS_PER_CHAIN} events and tasks of this integration within an hour.`;
