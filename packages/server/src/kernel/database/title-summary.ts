import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** The number of things, and the titles of the first ones. */
export interface TitleSummary {
  readonly count: number;
  readonly titles: string[];
}

const SHOWN = 10;

/** Summarizes a query with a column `title`. */
export const summarizeTitles = async (db: Database, query: RawBuilder<unknown>): Promise<TitleSummary> => {
  const { rows } = await sql<TitleSummary>`
    select count(*)::int as count, coalesce((array_agg(title order by title))[1:${sql.lit(SHOWN)}], '{}') as titles
    from (${query}) as things`.execute(db);
  return rows[0]!;
};
