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
// Titles and headings each, so that a search that finds nothing takes no longer than others.
const MAX_NAMES = 10_000;
const PUNCTUATION = '.,:;!?()[]{}<>/|"\'`-_=+*&#@“”‘’–—…';

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
  const namesIn = (table: string) => sql`
    select distinct word from (
      select title from ${sql.table(table)}
      where organization_id = ${organizationId} and space_id = any(${spaceIds}) limit ${sql.lit(MAX_NAMES)}
    ) as name, unnest(string_to_array(translate(lower(title), ${PUNCTUATION}, ${' '.repeat(PUNCTUATION.length)}), ' ')) as word`;
  const { rows } = await sql<UnknownWord>`
    with unknown as materialized (
      select word from unnest(${words}::text[]) as asked (word)
      where not exists (
        select from search_pages p
        where p.organization_id = ${organizationId} and p.space_id = any(${spaceIds}) and (${isIn})
      )
    ), known as materialized (${namesIn('search_pages')} union ${namesIn('search_sections')})
    select unknown.word, coalesce(
      (select array_agg(found.word) from (
        select known.word from known
        where abs(length(known.word) - length(unknown.word)) <= ${sql.lit(MAX_LENGTH_DIFFERENCE)}
          and similarity(known.word, unknown.word) > ${sql.lit(MIN_SIMILARITY)}
        order by similarity(known.word, unknown.word) desc, known.word limit ${sql.lit(MAX_SIMILAR_WORDS)}
      ) as found), '{}') as similar
    from unknown`.execute(db);
  return rows;
};
