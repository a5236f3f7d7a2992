import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { createKeyedMutex } from '../keyed-mutex.ts';
import type { Database } from './database.ts';

const CHANNEL = 'lectern';

/** Tells every process of this database that something changed. */
export const notify = async (db: Database, topic: string, payload: string): Promise<void> => {
  await sql`select pg_notify(${CHANNEL}, ${`${topic} ${payload}`})`.execute(db);
};

/** What other processes announce; caches that depend on it must not trust themselves while it is down. */
export interface Notifications {
  on(topic: string, listener: (payload: string) => void): void;
  /** Called when the connection was lost: anything may have been missed. */
  onConnectionLost(listener: () => void): void;
  readonly connected: boolean;
  /** Resolves when this process has heard all that was announced until now, or cannot hear at the moment. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Listens on a connection of its own, and connects again when it breaks. */
export const listenForNotifications = async (
  connectionString: string,
  onError: (error: Error) => void,
): Promise<Notifications> => {
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const gapListeners: (() => void)[] = [];
  const signs = new Map<string, () => void>();
  const inTurn = createKeyedMutex();
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const fresh = new pg.Client({ connectionString, keepAlive: true });
    fresh.on('error', (error) => lost(fresh, error));
    fresh.on('end', () => lost(fresh, new Error('the notification connection ended')));
    fresh.on('notification', ({ payload = '' }) => {
      const space = payload.indexOf(' ');
      if (payload.startsWith('sign ')) return signs.get(payload.slice(5))?.();
      for (const listener of listeners.get(payload.slice(0, space)) ?? []) listener(payload.slice(space + 1));
    });
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    client = fresh;
  };
  const lost = (which: pg.Client, error: Error) => {
    if (closed || client !== which) return;
    client = undefined;
    for (const resolve of signs.values()) resolve();
    onError(error);
    for (const listener of gapListeners) listener();
    again();
  };
  const again = () => {
    retry = setTimeout(() => {
      connect().catch((error: Error) => {
        onError(error);
        if (!closed) again();
      });
    }, 1000);
  };

  await connect();
  return {
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    onConnectionLost: (listener) => void gapListeners.push(listener),
    get connected() {
      return client !== undefined;
    },
    catchUp: async () => {
      if (!client) return;
      const sign = randomUUID();
      const heard = new Promise<void>((resolve) => {
        signs.set(sign, resolve);
      });
      // Announcements arrive in the order of their commits: when our own comes back, all before it have.
      // A client does one thing at a time; where it was lost meanwhile, nobody waits for it.
      await inTurn(CHANNEL, async () => client?.query('select pg_notify($1, $2)', [CHANNEL, `sign ${sign}`]));
      await heard;
      signs.delete(sign);
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
};
