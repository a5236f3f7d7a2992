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

/** Notifies every process about several payloads at once. */
export const notifyAll = async (db: Database, topic: string, payloads: readonly string[]): Promise<void> => {
  if (payloads.length === 0) return;
  await sql`select pg_notify(${CHANNEL}, ${`${topic} `} || payload)
    from unnest(${[...payloads]}::text[]) as payload`.execute(db);
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

const RECONNECT_MS = 1000;

/** A connection that listens on the channel and is replaced when it breaks. */
const connectListener = async (
  connectionString: string,
  on: { notification(payload: string): void; error(error: Error): void; lost(): void },
) => {
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const fresh = new pg.Client({ connectionString, keepAlive: true });
    fresh.on('error', (error) => onLost(fresh, error));
    fresh.on('end', () => onLost(fresh, new Error('the notification connection ended')));
    fresh.on('notification', ({ payload = '' }) => on.notification(payload));
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    client = fresh;
  };
  const onLost = (which: pg.Client, error: Error) => {
    if (closed || client !== which) return;
    client = undefined;
    on.error(error);
    on.lost();
    reconnect();
  };
  const reconnect = () => {
    retry = setTimeout(() => {
      connect().catch((error: Error) => {
        on.error(error);
        if (!closed) reconnect();
      });
    }, RECONNECT_MS);
  };

  await connect();
  return {
    /** The current connection; undefined while there is none. */
    client: () => client,
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
};

/** Listens on a dedicated connection and reconnects when it breaks. */
export const listenForNotifications = async (
  connectionString: string,
  onError: (error: Error) => void,
): Promise<Notifications> => {
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const lossListeners: (() => void)[] = [];
  const markers = new Map<string, () => void>();
  const mutex = createKeyedMutex();

  const connection = await connectListener(connectionString, {
    notification: (payload) => {
      const space = payload.indexOf(' ');
      if (payload.startsWith('sign ')) return markers.get(payload.slice(5))?.();
      for (const listener of listeners.get(payload.slice(0, space)) ?? []) listener(payload.slice(space + 1));
    },
    error: onError,
    lost: () => {
      for (const resolve of markers.values()) resolve();
      for (const listener of lossListeners) listener();
    },
  });

  return {
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    onConnectionLost: (listener) => void lossListeners.push(listener),
    get connected() {
      return connection.client() !== undefined;
    },
    catchUp: async () => {
      if (!connection.client()) return;
      const marker = randomUUID();
      const received = new Promise<void>((resolve) => {
        markers.set(marker, resolve);
      });
      // Notifications arrive in commit order: when the marker is back, all earlier ones were received.
      // The mutex serializes queries of the one client; a lost connection resolves all markers.
      await mutex(CHANNEL, async () =>
        connection.client()?.query('select pg_notify($1, $2)', [CHANNEL, `sign ${marker}`]),
      );
      await received;
      markers.delete(marker);
    },
    close: connection.close,
  };
};
