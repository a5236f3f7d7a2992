import { type Compilable, CompiledQuery } from 'kysely';
import { type Database, PooledDatabase } from './database.ts';

// Stands for a parameter while the query is built; Kysely passes values through untouched.
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

const withTimes = (row: Record<string, unknown>) => {
  for (const column in row)
    if (column.endsWith('_at') && row[column] !== null) row[column] = new Date(row[column] as string);
  return row;
};

const parse = <Row>(row: string): Row => withTimes(JSON.parse(row)) as Row;

/**
 * A query whose text is made once and run with other parameters each time: building a large one costs more than
 * running it. A row comes as one JSON value, because describing and reading two dozen columns one by one costs more
 * than all the rest of a small request. Times are the columns that end in `_at`; numbers of any size are numbers.
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

interface Asked<Params, Row> {
  readonly params: Params;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: unknown) => void;
}

const MOST_AT_ONCE = 100;

/**
 * A prepared query with texts for parameters that requests of the same moment share: what is asked in one turn of the
 * event loop goes to the database as one statement. Under load this spares most round trips; alone it changes nothing.
 */
export const batchedQuery = <Params extends Readonly<Record<string, string>>, Row>(
  build: (db: Database, params: Params) => Compilable<Row>,
): ((db: Database, params: Params) => Promise<Row[]>) => {
  const single = preparedQuery(build);
  const waiting = new WeakMap<PooledDatabase, Asked<Params, Row>[]>();
  let together: (Prepared & { readonly names: readonly string[] }) | undefined;

  const askTogether = async (db: PooledDatabase, asked: readonly Asked<Params, Row>[]) => {
    together ??= shareable(prepare(db, build));
    const columns = together.names.map((name) => asked.map(({ params }) => params[name]!));
    const rows = await db.run<{ n: string; row: string }>(together.text, [
      ...columns,
      ...together.parameters,
    ]);
    const found: Row[][] = asked.map(() => []);
    for (const { n, row } of rows) found[Number(n) - 1]!.push(parse<Row>(row));
    for (const [index, { resolve }] of asked.entries()) resolve(found[index]!);
  };

  const flush = (db: PooledDatabase) => {
    const all = waiting.get(db) ?? [];
    waiting.delete(db);
    while (all.length > 0) {
      const asked = all.splice(0, MOST_AT_ONCE);
      const [only] = asked;
      const answered =
        asked.length === 1 ? single(db, only!.params).then(only!.resolve) : askTogether(db, asked);
      answered.catch((error: unknown) => {
        for (const { reject } of asked) reject(error);
      });
    }
  };

  return (db, params) => {
    // A transaction sees what others do not: it asks for itself.
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

// The query once for each row of parameters, which come as one array per name.
const shareable = ({ text, parameters }: Prepared) => {
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
