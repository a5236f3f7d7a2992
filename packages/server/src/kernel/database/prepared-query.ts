import { type Compilable, CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Database, PooledDatabase } from './database.ts';

// Placeholder for a parameter while the query is compiled; Kysely passes values through unchanged.
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface Prepared {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

const prepare = <Params extends object>(
  db: Database,
  build: (db: Database, params: Params) => Compilable<unknown>,
): Prepared => {
  const placeholders = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Params;
  const { sql: text, parameters } = build(db, placeholders).compile();
  return { text, parameters };
};

const parseDates = (row: Record<string, unknown>) => {
  for (const column in row)
    if (column.endsWith('_at') && row[column] !== null) row[column] = new Date(row[column] as string);
  return row;
};

/** Parses a row of `preparedTexts`. */
export const parseRow = <Row>(row: string): Row => parseDates(JSON.parse(row)) as Row;

const run = async <Row extends object>(db: Database, text: string, values: unknown[]): Promise<Row[]> =>
  db instanceof PooledDatabase
    ? db.run<Row>(text, values)
    : (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;

/**
 * A query that is compiled once and run with new parameters each time: building a large query costs more than
 * running it. Each row is returned as one JSON value, which is cheaper than decoding two dozen columns one by one.
 * Columns that end in `_at` are dates; numbers of any size are numbers.
 */
export const preparedQuery = <Params extends object, Row>(
  build: (db: Database, params: Params) => Compilable<Row>,
): ((db: Database, params: Params) => Promise<Row[]>) => {
  const texts = preparedTexts(build);
  return async (db, params) => (await texts(db, params)).map((row) => parseRow<Row>(row));
};

const INTERNED_CHARACTERS = 8 * 1024 * 1024;

/**
 * Such a query that returns the same object for equal rows, while they are cached: they are parsed once, and what is made
 * from them can be kept with them. They must not be changed.
 */
export const internedQuery = <Params extends object, Row extends object>(
  build: (db: Database, params: Params) => Compilable<Row>,
): ((db: Database, params: Params) => Promise<Row[]>) => {
  const texts = preparedTexts(build);
  const known = new LRUCache<string, Row>({
    maxSize: INTERNED_CHARACTERS,
    sizeCalculation: (_, text) => text.length,
  });
  const rowOf = (text: string): Row => {
    const row = known.get(text) ?? parseRow<Row>(text);
    known.set(text, row);
    return row;
  };
  return async (db, params) => (await texts(db, params)).map(rowOf);
};

/** Such a query whose rows are not parsed; `parseRow` parses one. */
export const preparedTexts = <Params extends object, Row>(
  build: (db: Database, params: Params) => Compilable<Row>,
): ((db: Database, params: Params) => Promise<string[]>) => {
  let prepared: Prepared | undefined;
  return async (db, params) => {
    if (!prepared) {
      const { text, parameters } = prepare(db, build);
      prepared = { text: `select row_to_json(found)::text as row from (${text}) as found`, parameters };
    }
    const values = prepared.parameters.map((value) =>
      value instanceof Parameter ? params[value.name as keyof Params] : value,
    );
    return (await run<{ row: string }>(db, prepared.text, values)).map(({ row }) => row);
  };
};

/** A query whose concurrent calls are batched; `many` runs it for several sets of parameters in one statement. */
interface BatchedQuery<Params, Row> {
  (db: Database, params: Params): Promise<Row[]>;
  many(db: Database, all: readonly Params[]): Promise<Row[][]>;
}

interface PendingCall<Params, Row> {
  readonly params: Params;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_BATCH = 100;

/**
 * A prepared query with string parameters that batches concurrent calls: those of one turn of the event loop become
 * one statement. Under load this saves most round trips.
 */
export const batchedQuery = <Params extends Readonly<Record<string, string>>, Row>(
  build: (db: Database, params: Params) => Compilable<Row>,
): BatchedQuery<Params, Row> => {
  const single = preparedQuery(build);
  const waiting = new WeakMap<PooledDatabase, PendingCall<Params, Row>[]>();
  let batched: (Prepared & { readonly names: readonly string[] }) | undefined;

  const findMany = async (db: Database, all: readonly Params[]): Promise<Row[][]> => {
    if (all.length === 0) return [];
    batched ??= toBatched(prepare(db, build));
    const columns = batched.names.map((name) => all.map((params) => params[name]!));
    const found: Row[][] = all.map(() => []);
    for (const { n, row } of await run<{ n: string; row: string }>(db, batched.text, [
      ...columns,
      ...batched.parameters,
    ]))
      found[Number(n) - 1]!.push(parseRow<Row>(row));
    return found;
  };

  const runBatch = async (db: PooledDatabase, calls: readonly PendingCall<Params, Row>[]) => {
    const found = await findMany(
      db,
      calls.map(({ params }) => params),
    );
    for (const [index, { resolve }] of calls.entries()) resolve(found[index]!);
  };

  const flush = (db: PooledDatabase) => {
    const all = waiting.get(db) ?? [];
    waiting.delete(db);
    while (all.length > 0) {
      const calls = all.splice(0, MAX_BATCH);
      const [only] = calls;
      const done = calls.length === 1 ? single(db, only!.params).then(only!.resolve) : runBatch(db, calls);
      done.catch((error: unknown) => {
        for (const { reject } of calls) reject(error);
      });
    }
  };

  const call = (db: Database, params: Params): Promise<Row[]> => {
    // A transaction has its own view of the data, so its queries are not batched.
    if (!(db instanceof PooledDatabase)) return single(db, params);
    return new Promise((resolve, reject) => {
      const queue = waiting.get(db);
      if (queue) queue.push({ params, resolve, reject });
      else {
        waiting.set(db, [{ params, resolve, reject }]);
        setImmediate(() => flush(db));
      }
    });
  };
  return Object.assign(call, { many: findMany });
};

// Runs the query once for each set of parameters; these are passed as one array per name.
const toBatched = ({ text, parameters }: Prepared) => {
  const names = [...new Set(parameters.flatMap((value) => (value instanceof Parameter ? [value.name] : [])))];
  const constants = parameters.filter((value) => !(value instanceof Parameter));
  let constant = 0;
  const places = parameters.map((value) =>
    value instanceof Parameter ? `asked.p${names.indexOf(value.name)}` : `$${names.length + ++constant}`,
  );
  const inner = text.replaceAll(/\$(\d+)/g, (_, number: string) => places[Number(number) - 1]!);
  const arrays = names.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const columns = names.map((_, index) => `p${index}`).join(', ');
  return {
    names,
    parameters: constants,
    text: `select asked.n, row_to_json(found)::text as row from unnest(${arrays}) with ordinality as asked (${columns}, n) cross join lateral (${inner}) as found`,
  };
};
