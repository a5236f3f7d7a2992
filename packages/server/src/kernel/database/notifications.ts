import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { createKeyedMutex } from '../keyed-mutex.ts';
import type { Database } from './database.ts';

const CHANNEL = 'lectern';

/** Notifies every process that uses this database. */
export const notify = async (db: Database, topic: string, payload: string): Promise<void> => {
  await sql`select pg_notify(${CHANNEL}, ${`${topic} ${payload}`})`.execute(db);
};

/** Notifications from all processes. Caches that depend on them must not be used while disconnected. */
export interface Notifications {
  on(topic: string, listener: (payload: string) => void): void;
  /** Called when the connection was lost; notifications may have been missed. */
  onConnectionLost(listener: () => void): void;
  readonly connected: boolean;
  /** Resolves when all notifications sent so far were received, or the connection is lost. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Listens on a dedicated connection and reconnects when it breaks. */
export const listenForNotifications = async (
  connectionString: string,
  onError: (error: Error) => void,
): Promise<Notifications> => {
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const lossListeners: (() => void)[] = [];
  const markers = new Map<string, () => void>();
  const mutex = createKeyedMutex();
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const fresh = new pg.Client({ connectionString, keepAlive: true });
    fresh.on('error', (error) => onLost(fresh, error));
    fresh.on('end', () => onLost(fresh, new Error('the notification connection ended')));
    fresh.on('notification', ({ payload = '' }) => {
      const space = payload.indexOf(' ');
      if (payload.startsWith('sign ')) return markers.get(payload.slice(5))?.();
      for (const listener of listeners.get(payload.slice(0, space)) ?? []) listener(payload.slice(space + 1));
    });
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    client = fresh;
  };
  const onLost = (which: pg.Client, error: Error) => {
    if (closed || client !== which) return;
    client = undefined;
    for (const resolve of markers.values()) resolve();
    onError(error);
    for (const listener of lossListeners) listener();
    reconnect();
  };
  const reconnect = () => {
    retry = setTimeout(() => {
      connect().catch((error: Error) => {
        onError(error);
        if (!closed) reconnect();
      });
    }, 1000);
  };

  await connect();
  return {
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    onConnectionLost: (listener) => void lossListeners.push(listener),
    get connected() {
      return client !== undefined;
    },
    catchUp: async () => {
      if (!client) return;
      const marker = randomUUID();
      const received = new Promise<void>((resolve) => {
        markers.set(marker, resolve);
      });
      // Notifications arrive in commit order: when the marker is back, all earlier ones were received.
      // The mutex serializes queries of the one client; a lost connection resolves all markers.
      await mutex(CHANNEL, async () =>
        client?.query('select pg_notify($1, $2)', [CHANNEL, `sign ${marker}`]),
      );
      await received;
      markers.delete(marker);
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
};
