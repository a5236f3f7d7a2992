import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { isTransient } from './database-errors.ts';
import { preparedClient } from './prepared-client.ts';
import type { DB } from './schema.gen.ts';
import { createWriteCheck } from './write-check.ts';

/** The database or a transaction on it; the first argument of store functions. */
export type Database = Kysely<DB>;

/** The database with a fast path for prepared queries. */
export class PooledDatabase extends Kysely<DB> {
  readonly #pool: pg.Pool;
  readonly #onQuery: () => void;

  constructor(pool: pg.Pool, onQuery: () => void) {
    super({ dialect: new PostgresDialect({ pool }), log: onQuery });
    this.#pool = pool;
    this.#onQuery = onQuery;
  }

  /** Runs a statement on any free connection, bypassing Kysely. */
  async run<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    this.#onQuery();
    return (await this.#pool.query<Row>(text, values)).rows;
  }
}

/** A transaction, shared by the writes, events and jobs of a command. */
export type DatabaseTransaction = Transaction<DB>;

/** An open database: queries, transactions and the pool. */
export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly connectionString: string;
  /** Runs a command in one transaction; retries on serialization failures and deadlocks. */
  transaction<T>(command: (tx: DatabaseTransaction) => Promise<T>): Promise<T>;
  /** Registers a callback that runs after the commit of a transaction. */
  afterCommit(tx: DatabaseTransaction, callback: () => void): void;
  /** Whether a write succeeds at present. */
  isWritable(): Promise<boolean>;
  close(): Promise<void>;
}

/** Options of a database connection. */
export interface DatabaseOptions {
  readonly connectionString: string;
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number;
  readonly onQuery?: () => void;
  readonly onError?: (error: Error) => void;
}

const ATTEMPTS = 5;

/** Opens a pool, which connects on the first query. */
export const openDatabase = (options: DatabaseOptions): OpenDatabase => {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? 20,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    // A new connection costs more than an idle one.
    idleTimeoutMillis: 60_000,
    // Plans are cached: one that was made for a small table must not scan it after it has grown.
    // JIT compilation takes longer than any of our queries.
    options: '-c enable_seqscan=off -c jit=off',
    Client: preparedClient(),
  });
  // The pool replaces broken idle connections; without a listener the error would end the process.
  // Errors during shutdown are expected.
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) options.onError?.(error);
  });
  // Errors of connections in use are reported by their query; the pool handles only idle ones.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new PooledDatabase(pool, options.onQuery ?? (() => {}));
  const callbacksByTransaction = new WeakMap<DatabaseTransaction, (() => void)[]>();
  return {
    db,
    pool,
    connectionString: options.connectionString,
    transaction: async (command) => {
      let callbacks: readonly (() => void)[] = [];
      const result = await transact(db, async (tx) => {
        const value = await command(tx);
        callbacks = callbacksByTransaction.get(tx) ?? [];
        return value;
      });
      for (const callback of callbacks) callback();
      return result;
    },
    afterCommit: (tx, callback) => {
      callbacksByTransaction.set(tx, [...(callbacksByTransaction.get(tx) ?? []), callback]);
    },
    isWritable: createWriteCheck(db),
    close: () => {
      closing = true;
      return db.destroy();
    },
  };
};

const transact = async <T>(db: Database, command: (tx: DatabaseTransaction) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(command);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
    }
  }
};
