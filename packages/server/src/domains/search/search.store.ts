import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { visibleContents } from '../access/index.ts';
import { spaced } from './words/words.policy.ts';

/** A page as it is indexed. */
export interface IndexedPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly sections: readonly {
    readonly anchor: string | null;
    readonly title: string;
    readonly body: string;
  }[];
}

/** A space in an organization. */
export interface SpaceKey {
  readonly organization_id: string;
  readonly id: string;
}

// A vector of words holds a megabyte: at most 3.5 bytes for each character of a text, its headings twice and its description.
const LONGEST_TEXT = 200_000;
const LONGEST_NAMES = 30_000;

const CONFIGURATIONS: Readonly<Record<string, string>> = {
  en: 'english',
  fr: 'french',
  de: 'german',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  'pt-br': 'portuguese',
  ru: 'russian',
  ar: 'arabic',
  nl: 'dutch',
  tr: 'turkish',
  sv: 'swedish',
  no: 'norwegian',
  da: 'danish',
  fi: 'finnish',
  el: 'greek',
  hu: 'hungarian',
  ro: 'romanian',
  lt: 'lithuanian',
  id: 'indonesian',
  hi: 'hindi',
};

const configurationOf = (language: string | null) => CONFIGURATIONS[language ?? 'en'] ?? 'simple';

// PostgreSQL takes seconds over the parts of one endless word, which nobody looks for.
// Sentences without spaces end with marks of their own, and stay as they are.
const LONGEST_WORD = 100;
const endless = new RegExp(`[^\\s[\\p{P}--\\p{ASCII}]]{${LONGEST_WORD + 1},}`, 'gv');
const pieces = new RegExp(`.{1,${LONGEST_WORD}}`, 'gsu');
const readable = (text: string): string =>
  text.slice(0, LONGEST_TEXT).replace(endless, (word) => word.match(pieces)!.join(' '));

/** A text as it is cut into words. */
const wordsOf = (text: string, longest = LONGEST_TEXT): string =>
  readable(spaced(text.slice(0, longest)).slice(0, longest));

const vectorOf = (configuration: string, weight: 'A' | 'B' | 'C' | 'D', column: string) =>
  sql`setweight(to_tsvector(${configuration}::text::regconfig, ${sql.ref(column)}), ${sql.lit(weight)}::"char")`;

// What names things is also found by words that a language leaves out: "Who we are" by who.
const vectorOfNames = (configuration: string, weight: 'A' | 'B', column: string) =>
  sql`${vectorOf(configuration, weight, column)} || ${vectorOf('simple', weight, column)}`;

const texts = (all: readonly (string | null)[]) => sql`${all}::text[]`;

/** Takes pages out of the index, and puts others in. */
export const replacePages = async (
  tx: DatabaseTransaction,
  space: SpaceKey,
  language: string | null,
  gone: readonly string[],
  pages: readonly IndexedPage[],
): Promise<void> => {
  const configuration = configurationOf(language);
  await tx
    .deleteFrom('search_pages')
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .where('page_id', '=', sql<string>`any(${[...gone, ...pages.map((page) => page.id)]})`)
    .execute();
  if (pages.length === 0) return;
  const made = pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      page: page.id,
      names: wordsOf(section.title, LONGEST_NAMES),
      words: wordsOf(section.body),
    })),
  }));
  const joined = (parts: readonly string[], longest: number) => parts.join('\n').slice(0, longest);
  // One statement however many pages there are, whose words are as many texts.
  await sql`
    insert into search_pages (organization_id, space_id, page_id, title, words)
    select ${space.organization_id}, ${space.id}, page.id, page.title,
      ${vectorOfNames(configuration, 'A', 'page.names')} || ${vectorOfNames(configuration, 'B', 'page.headings')}
      || ${vectorOf(configuration, 'C', 'page.description')} || ${vectorOf(configuration, 'D', 'page.words')}
    from unnest(
      ${texts(made.map(({ id }) => id))},
      ${texts(made.map(({ title }) => title))},
      ${texts(made.map(({ title }) => wordsOf(title, LONGEST_NAMES)))},
      ${texts(
        made.map(({ sections }) =>
          joined(
            sections.map(({ names }) => names),
            LONGEST_NAMES,
          ),
        ),
      )},
      ${texts(made.map(({ description }) => wordsOf(description, LONGEST_NAMES)))},
      ${texts(
        made.map(({ sections }) =>
          joined(
            sections.map(({ words }) => words),
            LONGEST_TEXT,
          ),
        ),
      )}
    ) as page (id, title, names, headings, description, words)`.execute(tx);
  const sections = made.flatMap((page) => page.sections.map((section, number) => ({ ...section, number })));
  if (sections.length === 0) return;
  await sql`
    insert into search_sections (organization_id, space_id, page_id, number, anchor, title, body, words)
    select ${space.organization_id}, ${space.id}, section.page, section.number, section.anchor, section.title, section.body,
      ${vectorOfNames(configuration, 'A', 'section.names')} || ${vectorOf(configuration, 'D', 'section.words')}
    from unnest(
      ${texts(sections.map(({ page }) => page))},
      ${sections.map(({ number }) => number)}::int[],
      ${texts(sections.map(({ anchor }) => anchor))},
      ${texts(sections.map(({ title }) => title))},
      ${texts(sections.map(({ body }) => readable(body)))},
      ${texts(sections.map(({ names }) => names))},
      ${texts(sections.map(({ words }) => words))}
    ) as section (page, number, anchor, title, body, names, words)`.execute(tx);
};

/** Takes all pages out of the index of a space but some. */
export const keepPages = async (db: Database, space: SpaceKey, ids: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('search_pages')
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .where('page_id', '!=', sql<string>`all(${ids})`)
    .execute();
};

/** What the index of a space is of. */
export interface IndexState {
  readonly root: string;
  readonly language: string | null;
}

/** The snapshot that the index of a space is of, and the language that it was made in. */
export const findState = (db: Database, space: SpaceKey): Promise<IndexState | undefined> =>
  db
    .selectFrom('search_states')
    .select(['root', 'language'])
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .executeTakeFirst();

/** Notes what the index of a space is of. */
export const setState = async (
  tx: DatabaseTransaction,
  space: SpaceKey,
  state: IndexState,
): Promise<void> => {
  const { root, language } = state;
  await tx
    .insertInto('search_states')
    .values({ organization_id: space.organization_id, space_id: space.id, root, language })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'space_id']).doUpdateSet({ root, language }),
    )
    .execute();
};

const spacesAtHead = (db: Database) =>
  db
    .selectFrom('spaces')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.organization_id', '=', 'spaces.organization_id')
        .onRef('revisions.id', '=', 'spaces.revision_id'),
    );

const indexedSpace = (db: Database, space: SpaceKey) =>
  spacesAtHead(db)
    .select(['spaces.language', 'revisions.root'])
    .where('spaces.organization_id', '=', space.organization_id)
    .where('spaces.id', '=', space.id);

/** The language of a space and the snapshot that it is at. */
export const findIndexedSpace = (db: Database, space: SpaceKey): Promise<IndexState | undefined> =>
  indexedSpace(db, space).executeTakeFirst();

/** The same; the space stays there until the transaction ends. */
export const lockIndexedSpace = (tx: DatabaseTransaction, space: SpaceKey): Promise<IndexState | undefined> =>
  indexedSpace(tx, space).forNoKeyUpdate().executeTakeFirst();

/** The spaces whose index is of another snapshot than they are at, or in another language. */
export const findSpacesBehind = (db: Database, limit: number): Promise<SpaceKey[]> =>
  spacesAtHead(db)
    .innerJoin('search_states', (join) =>
      join
        .onRef('search_states.organization_id', '=', 'spaces.organization_id')
        .onRef('search_states.space_id', '=', 'spaces.id'),
    )
    .select(['spaces.organization_id', 'spaces.id'])
    .where((is) =>
      is.or([
        is('search_states.root', '!=', is.ref('revisions.root')),
        is('search_states.language', 'is distinct from', is.ref('spaces.language')),
      ]),
    )
    .limit(limit)
    .execute();

/** What is looked for: words, of which the last may be unfinished. */
export interface Wanted {
  readonly text: string;
  readonly words: readonly string[];
  /** The first part of it that is written without spaces. */
  readonly run: string | undefined;
}

// Every word must be there, in any of its forms; each may go on, for people type as they search.
// Where a language leaves all of them out, they are compared as they are written.
const joined =
  (operator: string) =>
  ({ words }: Wanted, configurations: readonly string[]) => {
    const text = words.map((word) => `${word}:*`).join(` ${operator} `);
    const asked = configurations.map(
      (
        configuration,
      ) => sql`(select case when numnode(asked) > 0 then asked else to_tsquery('simple', ${text}) end
        from to_tsquery(${configuration}::text::regconfig, ${text}) as asked)`,
    );
    return sql`(${sql.join(asked, sql` || `)})`;
  };
const allOf = joined('&');
const anyOf = joined('|');

// Title, description, headings and text; a title that is nearly what was typed comes last.
const WEIGHTS = '{0.1, 0.2, 0.5, 1}';
const scoreOf = (wanted: Wanted, configurations: readonly string[]) => sql<number>`(
  case when p.words @@ ${allOf(wanted, configurations)}
    then 1 + ts_rank(${WEIGHTS}::float4[], p.words, ${allOf(wanted, configurations)})
    else word_similarity(${wanted.text}, p.title)
  end)::float8`;
const isMatch = (wanted: Wanted, configurations: readonly string[]) =>
  sql<boolean>`(p.words @@ ${allOf(wanted, configurations)} or ${wanted.text} <% p.title)`;

/** A page that was found. */
export interface FoundPage {
  readonly space_id: string;
  readonly page_id: string;
  readonly title: string;
  readonly score: number;
}

/** The pages of a space that match, best first. */
export const searchSpace = async (
  db: Database,
  space: SpaceKey & { readonly language: string | null },
  wanted: Wanted,
  page: { readonly limit: number; readonly after?: readonly (string | number | null)[] | undefined },
): Promise<{ rows: FoundPage[]; count: number }> => {
  const configurations = [configurationOf(space.language)];
  const found = sql`
    select p.space_id, p.page_id, p.title, ${scoreOf(wanted, configurations)} as score
    from search_pages p
    where p.organization_id = ${space.organization_id} and p.space_id = ${space.id} and ${isMatch(wanted, configurations)}`;
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

/** A section that was found, with its best place. */
export interface FoundSection {
  readonly page_id: string;
  readonly space_id: string;
  readonly anchor: string | null;
  readonly title: string;
  readonly snippet: string;
}

const BEFORE_RUN = 40;
const SNIPPET_OF_RUN = 120;

/** The best sections of pages, a few of each, with what stands around the words. */
export const findSections = async (
  db: Database,
  organizationId: string,
  pages: readonly { readonly space_id: string; readonly page_id: string }[],
  configurations: readonly string[],
  wanted: Wanted,
  each: number,
): Promise<FoundSection[]> => {
  if (pages.length === 0) return [];
  const query = anyOf(wanted, configurations);
  // Where words have no ends, a snippet is counted in characters.
  const snippet =
    wanted.run === undefined
      ? sql`ts_headline(${configurations[0]}::text::regconfig, left(best.body, 20000), ${query},
        'StartSel="", StopSel="", MaxFragments=1, MaxWords=30, MinWords=10')`
      : sql`substr(best.body, greatest(strpos(best.body, ${wanted.run}) - ${BEFORE_RUN}::int, 1), ${SNIPPET_OF_RUN}::int)`;
  const { rows } = await sql<FoundSection>`
    select best.page_id, best.space_id, best.anchor, best.title, ${snippet} as snippet
    from unnest(${pages.map((page) => page.space_id)}::text[], ${pages.map((page) => page.page_id)}::text[]) as wanted (space_id, page_id)
    cross join lateral (
      select s.* from search_sections s
      where s.organization_id = ${organizationId} and s.space_id = wanted.space_id and s.page_id = wanted.page_id
        and s.words @@ ${query}
      order by ts_rank(s.words, ${query}) desc, s.number limit ${each}
    ) as best`.execute(db);
  return rows;
};

/** The spaces of an organization that a reader may see. */
export const findSpacesSeenBy = async (
  db: Database,
  organizationId: string,
  readerId: string,
): Promise<string[]> => {
  const visible = visibleContents(db, organizationId, 'space', readerId).compile();
  const { rows } = await db.executeQuery<{ id: string }>(visible);
  return rows.map((row) => row.id);
};

/** How words of these spaces are compared: as they are written, as English has them, and as the languages have them that they are indexed in; the most frequent first. */
export const configurationsOf = async (
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

/** The configuration of a language. */
export const configurationsIn = (language: string | null): string[] => [configurationOf(language)];

/** The best pages of each of some spaces of an organization; spaces with the best page first. */
export const searchSpaces = async (
  db: Database,
  organizationId: string,
  ids: readonly string[],
  configurations: readonly string[],
  wanted: Wanted,
  page: { readonly limit: number; readonly after?: readonly (string | number | null)[] | undefined },
  each: number,
): Promise<{
  rows: { space_id: string; title: string; score: number; pages: FoundPage[] }[];
  count: number;
}> => {
  const match = isMatch(wanted, configurations);
  const best = sql`
    select p.space_id, max(${scoreOf(wanted, configurations)}) as score
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
          select p.space_id, p.page_id, p.title, ${scoreOf(wanted, configurations)} as score
          from search_pages p
          where p.organization_id = ${organizationId} and p.space_id = best.space_id and ${match}
          order by score desc, p.page_id limit ${each}
        ) as one
      ) as shown
      ${after} order by -best.score, best.space_id limit ${page.limit + 1}`.execute(db),
    sql<{ count: string }>`select count(*) from (${best}) as best`.execute(db),
  ]);
  return { rows: found.rows, count: Number(total.rows[0]!.count) };
};
