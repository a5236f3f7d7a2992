import { sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';

/** The stems of words in a language of PostgreSQL, in the same order; empty ones for stop words. */
export const findStems = async (
  db: Database,
  dictionary: string,
  words: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await sql<{ stems: string }>`
    select coalesce(json_agg(case when lexemes = '{}' then '' else coalesce(lexemes[1], word) end order by n), '[]')::text as stems
    from unnest(${words}::text[]) with ordinality as asked (word, n),
      lateral (select ts_lexize(${`${dictionary}_stem`}::text::regdictionary, word) as lexemes) as found`.execute(
    db,
  );
  return JSON.parse(rows[0]!.stems) as string[];
};
