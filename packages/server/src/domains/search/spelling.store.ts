import { sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';

/** A word that no page contains, and similar words of titles and headings. */
export interface UnknownWord {
  readonly word: string;
  readonly similar: readonly string[];
}

// Below, words are too different to be the same one with a typing error.
const MIN_SIMILARITY = 0.2;
const MAX_SIMILAR_WORDS = 50;
const MAX_LENGTH_DIFFERENCE = 2;

/** Finds the words that are in no page of some spaces, with similar words of titles and headings. */
export const findUnknownWords = async (
  db: Database,
  organizationId: string,
  spaceIds: readonly string[],
  configurations: readonly string[],
  words: readonly string[],
): Promise<UnknownWord[]> => {
  const isIn = sql.join(
    configurations.map(
      (configuration) => sql`p.words @@ to_tsquery(${configuration}::text::regconfig, asked.word || ':*')`,
    ),
    sql` or `,
  );
  const inSpaces = (table: string) =>
    sql`${sql.ref(table)}.organization_id = ${organizationId} and ${sql.ref(table)}.space_id = any(${spaceIds})
      and word_similarity(asked.word, ${sql.ref(table)}.title) > ${sql.lit(MIN_SIMILARITY)}`;
  const { rows } = await sql<UnknownWord>`
    select asked.word, coalesce(
      (select array_agg(found.word) from (
        select part as word from (
          select p.title from search_pages p where ${inSpaces('p')}
          union select s.title from search_sections s where ${inSpaces('s')}
        ) as name, regexp_split_to_table(lower(name.title), '[^[:alnum:]]+') as part
        where abs(length(part) - length(asked.word)) <= ${sql.lit(MAX_LENGTH_DIFFERENCE)}
          and similarity(part, asked.word) > ${sql.lit(MIN_SIMILARITY)}
        group by part order by similarity(part, asked.word) desc, part limit ${sql.lit(MAX_SIMILAR_WORDS)}
      ) as found), '{}') as similar
    from unnest(${words}::text[]) as asked (word)
    where not exists (
      select from search_pages p
      where p.organization_id = ${organizationId} and p.space_id = any(${spaceIds}) and (${isIn})
    )`.execute(db);
  return rows;
};
