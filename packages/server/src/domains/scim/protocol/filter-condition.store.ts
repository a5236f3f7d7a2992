import { type RawBuilder, sql } from 'kysely';
import { ScimError } from '../../../kernel/contract/scim.ts';
import { likePattern } from '../../../kernel/database/text-search.ts';
import type { Comparison, Filter, FilterValue } from './parse-filter.ts';

type Sql<T = unknown> = RawBuilder<T>;

/** The SQL column of an attribute and its comparison. */
export type Column =
  /** Text, compared case-insensitively unless `isExact` is set. */
  | { readonly kind: 'text'; readonly sql: Sql; readonly isExact?: boolean }
  | { readonly kind: 'boolean'; readonly sql: Sql }
  | { readonly kind: 'time'; readonly sql: Sql }
  /** Several values: a condition holds if it holds for one of them. */
  | {
      readonly kind: 'multi-valued';
      readonly some: (condition: Sql<boolean>) => Sql<boolean>;
      readonly parts: Columns;
      /** The part that is compared if none is named. */
      readonly whole: string;
    };

/** The attributes that filters can use, by lower-case path. */
export type Columns = ReadonlyMap<string, Column>;

const refuse = (message: string) => new ScimError(400, 'invalidFilter', `filter: ${message}`);

const LIKE_PATTERNS = {
  co: (text: string) => likePattern(text),
  sw: (text: string) => likePattern(text).slice(1),
  ew: (text: string) => likePattern(text).slice(0, -1),
};

const ORDER: Readonly<Partial<Record<Comparison, Sql>>> = {
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

const textCondition = (left: Sql, op: Comparison, value: string, isExact: boolean): Sql<boolean> => {
  const [column, text] = isExact ? [left, value] : [sql`lower(${left})`, value.toLowerCase()];
  if (op === 'eq') return sql<boolean>`${column} = ${text}`;
  if (op === 'ne') return sql<boolean>`${column} is distinct from ${text}`;
  if (op === 'co' || op === 'sw' || op === 'ew')
    return sql<boolean>`${column} like ${LIKE_PATTERNS[op](text)}`;
  return sql<boolean>`${column} ${ORDER[op]!} ${text}`;
};

const compare = (
  column: Exclude<Column, { kind: 'multi-valued' }>,
  path: string,
  op: Comparison,
  value: FilterValue,
): Sql<boolean> => {
  if (value === null && (op === 'eq' || op === 'ne'))
    return op === 'eq' ? sql<boolean>`${column.sql} is null` : sql<boolean>`${column.sql} is not null`;
  if (column.kind === 'boolean') {
    // Some identity providers send booleans as strings.
    const wanted = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value;
    if (typeof wanted !== 'boolean' || (op !== 'eq' && op !== 'ne'))
      throw refuse(`${path} is a boolean and can only be compared with eq and ne`);
    return sql<boolean>`${column.sql} = ${op === 'eq' ? wanted : !wanted}`;
  }
  if (typeof value !== 'string') throw refuse(`${path} must be compared with a string`);
  if (column.kind === 'text') return textCondition(column.sql, op, value, column.isExact ?? false);
  const time = new Date(value);
  if (Number.isNaN(time.getTime()) || op === 'co' || op === 'sw' || op === 'ew')
    throw refuse(`${path} must be compared with a date and time`);
  const order = ORDER[op] ?? (op === 'eq' ? sql`=` : sql`<>`);
  return sql<boolean>`date_trunc('milliseconds', ${column.sql}) ${order} ${time}`;
};

/** Converts a filter to an SQL condition; unknown attributes are rejected. */
export const toCondition = (filter: Filter, columns: Columns): Sql<boolean> => {
  if (filter.op === 'and' || filter.op === 'or') {
    const parts = filter.parts.map((part) => toCondition(part, columns));
    return sql<boolean>`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`;
  }
  // An unknown result (null) counts as false.
  if (filter.op === 'not') return sql<boolean>`not coalesce(${toCondition(filter.part, columns)}, false)`;
  const [first, ...rest] = filter.path.split('.') as [string, ...string[]];
  const column = columns.get(filter.path) ?? columns.get(first);
  if (!column || (rest.length > 0 && column.kind !== 'multi-valued' && !columns.has(filter.path)))
    throw refuse(
      `the attribute ${filter.path.slice(0, 100)} cannot be filtered; supported attributes: ${[...columns.keys()].join(', ')}`,
    );
  if (column.kind === 'multi-valued') {
    if (filter.op === 'some') return column.some(toCondition(filter.part, column.parts));
    if (filter.op === 'pr' && rest.length === 0) return column.some(sql<boolean>`true`);
    return column.some(toCondition({ ...filter, path: rest[0] ?? column.whole }, column.parts));
  }
  if (filter.op === 'some') throw refuse(`${filter.path} is a single value and cannot be filtered`);
  if (filter.op === 'pr')
    return column.kind === 'text'
      ? sql<boolean>`coalesce(${column.sql}, '') <> ''`
      : sql<boolean>`${column.sql} is not null`;
  return compare(column, filter.path, filter.op, filter.value);
};
