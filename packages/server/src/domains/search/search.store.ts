import { sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';
import { visibleContents } from '../access/index.ts';
import type { SpaceKey } from '../revisions/index.ts';
import { MATCH_MARKS } from './excerpt.ts';
import { configurationOf, STOP_WORD_MARK } from './text-search-configuration.ts';

/** A parsed search query. */
export interface SearchQuery {
  readonly text: string;
  readonly words: readonly string[];
  /** The first part in a script without spaces. */
  readonly unspacedText: string | undefined;
}

// Every word must match as a prefix, in any of its forms. If all are stop words, they are compared literally: as prefixes of
// words, and as whole stop words. Subqueries are evaluated once, not for every row.
const tsQueryBy =
  (operator: string, weight = '') =>
  ({ words }: SearchQuery, configurations: readonly string[]) => {
    const join = (terms: readonly string[]) => terms.join(` ${operator} `);
    const text = join(words.map((word) => `${word}:*${weight}`));
    const stopWords = join(words.map((word) => `'${STOP_WORD_MARK}${word}'${weight && `:${weight}`}`));
    const queries = configurations.map(
      (configuration) => sql`(
        select case when numnode(parsed) > 0 then parsed else to_tsquery('simple', ${text}) || ${stopWords}::tsquery end
        from to_tsquery(${configuration}::text::regconfig, ${text}) as parsed)`,
    );
    return sql`(${sql.join(queries, sql` || `)})`;
  };
const allOf = tsQueryBy('&');
const anyOf = tsQueryBy('|');
const allInTitle = tsQueryBy('&', 'A');
const allInTitleOrDescription = tsQueryBy('&', 'AC');

/** Whether every word is in the page or in one of its sections, for a page that has more words than its vector can hold. */
const isPartialMatch = ({ words }: SearchQuery, configurations: readonly string[]) => {
  const isWordFound = (configuration: string, word: string) => {
    const query = sql`to_tsquery(${configuration}::text::regconfig, ${`${word}:*`})`;
    // A stop word is in no vector.
    return sql`(numnode(${query}) = 0 or p.words @@ ${query} or exists (
      select from search_sections s where s.organization_id = p.organization_id and s.space_id = p.space_id
        and s.page_id = p.page_id and s.words @@ ${query}))`;
  };
  const inEach = configurations.map(
    (configuration) =>
      sql`(${sql.join(
        words.map((word) => isWordFound(configuration, word)),
        sql` and `,
      )})`,
  );
  return sql`(p.is_partial and (${sql.join(inEach, sql` or `)}))`;
};

// Weights of text, description, headings and title. The rank is below 1 and decreases with the length of the page, so that a
// page whose title contains the query ranks above all others; the closer its title, the higher. Similar titles rank last.
const WEIGHTS = '{0.1, 0.2, 0.5, 1}';
const BY_LENGTH = 1;
const scoreOf = (searchQuery: SearchQuery, configurations: readonly string[]) => sql<number>`(
  case when p.words @@ ${allOf(searchQuery, configurations)}
    then 1 + ts_rank(${WEIGHTS}::float4[], p.words, ${allOf(searchQuery, configurations)}, ${sql.lit(BY_LENGTH)})
      + case when p.words @@ ${allInTitle(searchQuery, configurations)}
        then 1 + similarity(p.title, ${searchQuery.text}) else 0 end
    when ${isPartialMatch(searchQuery, configurations)} then 1
    else word_similarity(${searchQuery.text}, p.title)
  end)::float8`;
const isMatch = (searchQuery: SearchQuery, configurations: readonly string[]) =>
  sql<boolean>`(p.words @@ ${allOf(searchQuery, configurations)} or ${searchQuery.text} <% p.title
    or ${isPartialMatch(searchQuery, configurations)})`;

// Without a match in its words, a page is found by a similar title.
const isFoundByOwnFields = (searchQuery: SearchQuery, configurations: readonly string[]) => sql<boolean>`(
  p.words @@ ${allInTitleOrDescription(searchQuery, configurations)}
    or not (p.words @@ ${allOf(searchQuery, configurations)} or ${isPartialMatch(searchQuery, configurations)}))`;

/** The columns of a page that was found. */
const foundColumns = (searchQuery: SearchQuery, configurations: readonly string[]) => sql`
  p.space_id, p.page_id, p.title, ${scoreOf(searchQuery, configurations)} as score,
  ${isFoundByOwnFields(searchQuery, configurations)} as is_found_by_own_fields`;

/** A page that was found. */
export interface FoundPage {
  readonly space_id: string;
  readonly page_id: string;
  readonly title: string;
  readonly score: number;
  /** Whether it was found by its title or description, not only by its sections. */
  readonly is_found_by_own_fields: boolean;
}

/** The pages of a space that match, best first. */
export const searchSpace = async (
  db: Database,
  space: SpaceKey & { readonly language: string | null },
  searchQuery: SearchQuery,
  page: { readonly limit: number; readonly after?: readonly (string | number | null)[] | undefined },
): Promise<{ rows: FoundPage[]; count: number }> => {
  const configurations = [configurationOf(space.language)];
  const found = sql`
    select ${foundColumns(searchQuery, configurations)}
    from search_pages p
    where p.organization_id = ${space.organization_id} and p.space_id = ${space.id} and ${isMatch(searchQuery, configurations)}`;
  const after = page.after
    ? sql`where (-score, page_id) > (${-Number(page.after[0])}::float8, ${String(page.after[1])})`
    : sql``;
  const [rows, total] = await Promise.all([
    sql<FoundPage>`select * from (${found}) as found ${after} order by -score, page_id limit ${page.limit + 1}`.execute(
      db,
    ),
    sql<{ count: string }>`select count(*) from (${found}) as found`.execute(db),
  ]);
  return { rows: rows.rows, count: Number(total.rows[0]!.count) };
};

/** A matching section. */
export interface FoundSection {
  readonly page_id: string;
  readonly space_id: string;
  readonly anchor: string | null;
  readonly title: string;
  /** Its text with its matches marked, except in scripts without spaces. */
  readonly marked: string;
  readonly score: number;
}

const [MATCH_START, MATCH_END] = MATCH_MARKS;
const HEADLINE = `StartSel="${MATCH_START}", StopSel="${MATCH_END}", HighlightAll=true`;

// With the configuration of a language, stop words are not marked.
const headlineConfiguration = ({ words }: SearchQuery, configuration: string) => sql`(
  select case when numnode(parsed) > 0 then ${configuration}::text else 'simple' end::regconfig
  from to_tsquery(${configuration}::text::regconfig, ${words.join(' | ')}) as parsed)`;

/** The best matching sections of pages. */
export const findSections = async (
  db: Database,
  organizationId: string,
  pages: readonly { readonly space_id: string; readonly page_id: string }[],
  configurations: readonly string[],
  searchQuery: SearchQuery,
  limitPerPage: number,
): Promise<FoundSection[]> => {
  if (pages.length === 0) return [];
  const query = anyOf(searchQuery, configurations);
  const text = sql`translate(best.body, ${MATCH_START + MATCH_END}, '')`;
  const marked =
    searchQuery.unspacedText === undefined
      ? sql`ts_headline(${headlineConfiguration(searchQuery, configurations[0]!)}, ${text}, ${query}, ${HEADLINE})`
      : text;
  const { rows } = await sql<FoundSection>`
    select best.page_id, best.space_id, best.anchor, best.title, ${marked} as marked, best.score
    from unnest(${pages.map((page) => page.space_id)}::text[], ${pages.map((page) => page.page_id)}::text[]) as requested (space_id, page_id)
    cross join lateral (
      select * from (
        -- A long section has several rows, of which the best is shown.
        select distinct on (s.anchor, s.title) s.*, ts_rank(s.words, ${query})::float8 as score
        from search_sections s
        where s.organization_id = ${organizationId} and s.space_id = requested.space_id and s.page_id = requested.page_id
          and s.words @@ ${query}
        order by s.anchor, s.title, score desc, s.number
      ) as section
      order by score desc, number limit ${limitPerPage}
    ) as best`.execute(db);
  return rows;
};

/** The ids of the spaces of an organization that a reader may see. */
export const findVisibleSpaceIds = async (
  db: Database,
  organizationId: string,
  readerId: string,
): Promise<string[]> => {
  const visible = visibleContents(db, organizationId, 'space', readerId).compile();
  const { rows } = await db.executeQuery<{ id: string }>(visible);
  return rows.map((row) => row.id);
};

/** The text search configurations for spaces: those of their languages, the most frequent first, then English and simple. */
export const findConfigurations = async (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('search_states')
    .select('language')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`space_id = any(${ids})`)
    .groupBy('language')
    .orderBy((is) => is.fn.countAll(), 'desc')
    .orderBy('language')
    .execute();
  return [...new Set([...rows.map(({ language }) => configurationOf(language)), 'english', 'simple'])];
};

/** The best pages of each space; the space with the best page first. */
export const searchSpaces = async (
  db: Database,
  organizationId: string,
  ids: readonly string[],
  configurations: readonly string[],
  searchQuery: SearchQuery,
  page: { readonly limit: number; readonly after?: readonly (string | number | null)[] | undefined },
  limitPerSpace: number,
): Promise<{
  rows: { space_id: string; title: string; score: number; pages: FoundPage[] }[];
  count: number;
}> => {
  const match = isMatch(searchQuery, configurations);
  const best = sql`
    select p.space_id, max(${scoreOf(searchQuery, configurations)}) as score
    from search_pages p
    where p.organization_id = ${organizationId} and p.space_id = any(${ids}) and ${match}
    group by p.space_id`;
  const after = page.after
    ? sql`where (-best.score, best.space_id) > (${-Number(page.after[0])}::float8, ${String(page.after[1])})`
    : sql``;
  const [found, total] = await Promise.all([
    sql<{ space_id: string; title: string; score: number; pages: FoundPage[] }>`
      select best.space_id, s.title, best.score, shown.pages
      from (${best}) as best
      join spaces s on s.organization_id = ${organizationId} and s.id = best.space_id
      cross join lateral (
        select json_agg(one order by one.score desc, one.page_id) as pages from (
          select ${foundColumns(searchQuery, configurations)}
          from search_pages p
          where p.organization_id = ${organizationId} and p.space_id = best.space_id and ${match}
          order by score desc, p.page_id limit ${limitPerSpace}
        ) as one
      ) as shown
      ${after} order by -best.score, best.space_id limit ${page.limit + 1}`.execute(db),
    sql<{ count: string }>`select count(*) from (${best}) as best`.execute(db),
  ]);
  return { rows: found.rows, count: Number(total.rows[0]!.count) };
};
