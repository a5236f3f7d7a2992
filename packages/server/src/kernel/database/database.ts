import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { isTransient } from './database-errors.ts';
import { preparedClient } from './prepared-client.ts';
import type { DB } from './schema.gen.ts';

/** The database, or a transaction on it: what stores take as their first argument. */
export type Database = Kysely<DB>;

/** The database itself, with a shorter way for the few queries that most requests are made of. */
export class PooledDatabase extends Kysely<DB> {
  readonly #pool: pg.Pool;
  readonly #onQuery: () => void;

  constructor(pool: pg.Pool, onQuery: () => void) {
    super({ dialect: new PostgresDialect({ pool }), log: onQuery });
    this.#pool = pool;
    this.#onQuery = onQuery;
  }

  /** Runs a statement on any free connection, without the dozen steps that a built query passes through. */
  async run<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    this.#onQuery();
    return (await this.#pool.query<Row>(text, values)).rows;
  }
}

/** A transaction: what a command's writes, events and jobs share. */
export type DatabaseTransaction = Transaction<DB>;

/** An open database: queries, transactions, and the pool behind them. */
export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly connectionString: string;
  /** Runs a command in one transaction, again when it lost against another one. */
  transaction<T>(command: (tx: DatabaseTransaction) => Promise<T>): Promise<T>;
  /** Does something when a transaction is committed, unless this process ends before. */
  afterCommit(tx: DatabaseTransaction, work: () => void): void;
  /** Whether it answers now. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

/** How to open a database. */
export interface DatabaseOptions {
  readonly connectionString: string;
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number;
  readonly onQuery?: () => void;
  readonly onError?: (error: Error) => void;
}

const ATTEMPTS = 5;

/** Opens a pool; nothing connects before the first query. */
export const openDatabase = (options: DatabaseOptions): OpenDatabase => {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? 20,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    // Plans are kept: one that was made while a table was small must not scan it when it has grown.
    // And compiling a plan takes longer than any of our queries runs.
    options: '-c enable_seqscan=off -c jit=off',
    Client: preparedClient(),
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  // On the way out, connections are meant to break.
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) options.onError?.(error);
  });
  // One in use fails the query that uses it; the pool listens only to those that are idle.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new PooledDatabase(pool, options.onQuery ?? (() => {}));
  const awaitingCommit = new WeakMap<DatabaseTransaction, (() => void)[]>();
  return {
    db,
    pool,
    connectionString: options.connectionString,
    transaction: async (command) => {
      let works: readonly (() => void)[] = [];
      const result = await transact(db, async (tx) => {
        const value = await command(tx);
        works = awaitingCommit.get(tx) ?? [];
        return value;
      });
      for (const work of works) work();
      return result;
    },
    afterCommit: (tx, work) => {
      awaitingCommit.set(tx, [...(awaitingCommit.get(tx) ?? []), work]);
    },
    isReachable: () =>
      sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ),
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
