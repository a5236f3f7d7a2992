import { type Compilable, CompiledQuery } from 'kysely';
import { type Database, PooledDatabase } from './database.ts';

// Stands for a parameter while the query is built; Kysely passes values through untouched.
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query whose text is made once and run with other parameters each time: building a large one costs more than
 * running it. A row comes as one JSON value, because describing and reading two dozen columns one by one costs more
 * than all the rest of a small request. Times are the columns that end in `_at`; numbers of any size are numbers.
 */
export const preparedQuery = <Params extends object, Row>(
  build: (db: Database, params: Params) => Compilable<Row>,
): ((db: Database, params: Params) => Promise<Row[]>) => {
  const placeholders = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Params;
  let prepared: { text: string; parameters: readonly unknown[] } | undefined;
  return async (db, params) => {
    if (!prepared) {
      const { sql, parameters } = build(db, placeholders).compile();
      prepared = { text: `select row_to_json(found)::text as row from (${sql}) as found`, parameters };
    }
    const values = prepared.parameters.map((value) =>
      value instanceof Parameter ? params[value.name as keyof Params] : value,
    );
    const rows =
      db instanceof PooledDatabase
        ? await db.run<{ row: string }>(prepared.text, values)
        : (await db.executeQuery<{ row: string }>(CompiledQuery.raw(prepared.text, values))).rows;
    return rows.map(({ row }) => withTimes(JSON.parse(row)) as Row);
  };
};

const withTimes = (row: Record<string, unknown>) => {
  for (const column in row)
    if (column.endsWith('_at') && row[column] !== null) row[column] = new Date(row[column] as string);
  return row;
};
