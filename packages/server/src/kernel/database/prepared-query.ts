import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

// Stands for a parameter while the query is built; Kysely passes values through untouched.
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query whose text is made once and run with other parameters each time: building a large one costs more than running it. */
export const preparedQuery = <Params extends object, Row>(
  build: (db: Database, params: Params) => Compilable<Row>,
): ((db: Database, params: Params) => Promise<Row[]>) => {
  const placeholders = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Params;
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, params) => {
    compiled ??= build(db, placeholders).compile() as CompiledQuery<Row>;
    const parameters = compiled.parameters.map((value) =>
      value instanceof Parameter ? params[value.name as keyof Params] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
};
