import type { ColumnType } from 'kysely';

/**
 * The types of columns that PostgreSQL knows only as `jsonb` or `text`, by table and column. Each domain declares those
 * of its tables in its stores or contracts; `kysely-codegen.cjs` lists the columns for the generated schema.
 */
export interface ColumnTypes {
  'events.payload': Readonly<Record<string, unknown>>;
}

/** A column with the type that its domain declares. */
export type Column<Name extends keyof ColumnTypes> = ColumnTypes[Name];

// Arrays must be written as JSON text: pg would send them as PostgreSQL arrays.
type JsonInput<Value> = string | (Value extends readonly unknown[] ? never : Value);

/** A `jsonb` column with the type that its domain declares; it is written as an object or as JSON text. */
export type JsonColumn<Name extends keyof ColumnTypes> = ColumnType<
  ColumnTypes[Name],
  JsonInput<ColumnTypes[Name]>,
  JsonInput<ColumnTypes[Name]>
>;
