import { type Compilable, CompiledQuery } from 'kysely';
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

const parse = <Row>(row: string): Row => parseDates(JSON.parse(row)) as Row;

/**
 * A query that is compiled once and run with new parameters each time: building a large query costs more than
 * running it. Each row is returned as one JSON value, which is cheaper than decoding two dozen columns one by one.
 * Columns that end in `_at` are dates; numbers of any size are numbers.
 */
export const preparedQuery = <Params extends object, Row>(
  build: (db: Database, params: Params) => Compilable<Row>,
): ((db: Database, params: Params) => Promise<Row[]>) => {
  let prepared: Prepared | undefined;
  return async (db, params) => {
    if (!prepared) {
      const { text, parameters } = prepare(db, build);
      prepared = { text: `select row_to_json(found)::text as row from (${text}) as found`, parameters };
    }
    const values = prepared.parameters.map((value) =>
      value instanceof Parameter ? params[value.name as keyof Params] : value,
    );
    const rows =
      db instanceof PooledDatabase
        ? await db.run<{ row: string }>(prepared.text, values)
        : (await db.executeQuery<{ row: string }>(CompiledQuery.raw(prepared.text, values))).rows;
    return rows.map(({ row }) => parse<Row>(row));
  };
};

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
): ((db: Database, params: Params) => Promise<Row[]>) => {
  const single = preparedQuery(build);
  const waiting = new WeakMap<PooledDatabase, PendingCall<Params, Row>[]>();
  let batched: (Prepared & { readonly names: readonly string[] }) | undefined;

  const runBatch = async (db: PooledDatabase, calls: readonly PendingCall<Params, Row>[]) => {
    batched ??= toBatched(prepare(db, build));
    const columns = batched.names.map((name) => calls.map(({ params }) => params[name]!));
    const rows = await db.run<{ n: string; row: string }>(batched.text, [...columns, ...batched.parameters]);
    const found: Row[][] = calls.map(() => []);
    for (const { n, row } of rows) found[Number(n) - 1]!.push(parse<Row>(row));
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

  return (db, params) => {
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
