import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import type { SpaceKey } from '../revisions/index.ts';
import { splitText, wordsOfPage } from './long-text.ts';
import { configurationOf, STOP_WORD_MARK } from './text-search-configuration.ts';
import { separateWords } from './tokenize.ts';

/** The index entry of a page. */
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

// A tsvector holds at most 1 MB: up to 3.5 bytes per character of text, headings (twice) and description.
const MAX_TEXT_LENGTH = 200_000;
const MAX_NAMES_LENGTH = 30_000;

// PostgreSQL needs seconds for a very long word. Sentences in scripts without spaces end with punctuation and stay whole.
const MAX_WORD_LENGTH = 100;
const longWord = new RegExp(`[^\\s[\\p{P}--\\p{ASCII}]]{${MAX_WORD_LENGTH + 1},}`, 'gv');
const pieces = new RegExp(`.{1,${MAX_WORD_LENGTH}}`, 'gsu');
const splitLongWords = (text: string): string =>
  text.slice(0, MAX_TEXT_LENGTH).replace(longWord, (word) => word.match(pieces)!.join(' '));

/** The text that is passed to the tokenizer. */
const wordsOf = (text: string, longest = MAX_TEXT_LENGTH): string =>
  splitLongWords(separateWords(text.slice(0, longest)).slice(0, longest));

const vectorOf = (configuration: string, weight: 'A' | 'B' | 'C' | 'D', column: string) =>
  sql`setweight(to_tsvector(${configuration}::text::regconfig, ${sql.ref(column)}), ${sql.lit(weight)}::"char")`;

// Titles and headings are also indexed with stop words: "Who we are" is found by "who".
const vectorOfNames = (configuration: string, weight: 'A' | 'B', column: string) =>
  sql`${vectorOf(configuration, weight, column)} || ${vectorOf('simple', weight, column)}`;

const MAX_STOP_WORD_LENGTH = 16;
/** The different words of texts that may be stop words. */
const shortWordsOf = (...all: readonly string[]): string =>
  [...new Set(all.flatMap((text) => text.toLowerCase().split(/\s+/)))]
    .filter((word) => word.length <= MAX_STOP_WORD_LENGTH)
    .join(' ');

// A query of nothing but stop words is compared with them. They are marked, so that no other query finds them.
const vectorOfStopWords = (configuration: string, column: string) =>
  configuration === 'simple'
    ? sql`''::tsvector`
    : sql`coalesce((
        select string_agg(quote_literal(${STOP_WORD_MARK}::text || word) || ':1', ' ')
        from unnest(string_to_array(${sql.ref(column)}, ' ')) as word
        where ts_lexize(${`${configuration}_stem`}::text::regdictionary, word) = '{}'
      ), '')::tsvector`;

const texts = (all: readonly (string | null)[]) => sql`${all}::text[]`;

const toEntry = (page: IndexedPage) => {
  // A long section has several rows; its heading is found in the first one.
  const sections = page.sections.flatMap((section) =>
    splitText(section.body).map((body, piece) => ({
      ...section,
      page: page.id,
      body,
      names: piece === 0 ? wordsOf(section.title, MAX_NAMES_LENGTH) : '',
      words: wordsOf(body),
    })),
  );
  const names = wordsOf(page.title, MAX_NAMES_LENGTH);
  const description = wordsOf(page.description, MAX_NAMES_LENGTH);
  const words = wordsOfPage(
    sections.map((section) => section.words),
    MAX_TEXT_LENGTH,
  );
  const headings = wordsOfPage(
    sections.flatMap(({ names }) => (names === '' ? [] : [names])),
    MAX_NAMES_LENGTH,
  );
  return {
    ...page,
    sections: sections.map((section) => ({ ...section, short: shortWordsOf(section.names, section.words) })),
    names,
    description,
    headings: headings.text,
    words: words.text,
    short: shortWordsOf(names, description, headings.text, words.text),
    isPartial: words.isPartial || headings.isPartial,
  };
};

type Entry = ReturnType<typeof toEntry>;

const insertPages = async (
  tx: DatabaseTransaction,
  space: SpaceKey,
  configuration: string,
  entries: readonly Entry[],
): Promise<void> => {
  // One statement for all pages.
  await sql`
    insert into search_pages (organization_id, space_id, page_id, title, is_partial, words)
    select ${space.organization_id}, ${space.id}, page.id, page.title, page.is_partial,
      ${vectorOfNames(configuration, 'A', 'page.names')} || ${vectorOfNames(configuration, 'B', 'page.headings')}
      || ${vectorOf(configuration, 'C', 'page.description')} || ${vectorOf(configuration, 'D', 'page.words')}
      || ${vectorOfStopWords(configuration, 'page.short')}
    from unnest(
      ${texts(entries.map(({ id }) => id))},
      ${texts(entries.map(({ title }) => title))},
      ${texts(entries.map(({ names }) => names))},
      ${texts(entries.map(({ headings }) => headings))},
      ${texts(entries.map(({ description }) => description))},
      ${texts(entries.map(({ words }) => words))},
      ${texts(entries.map(({ short }) => short))},
      ${entries.map(({ isPartial }) => isPartial)}::boolean[]
    ) as page (id, title, names, headings, description, words, short, is_partial)`.execute(tx);
};

const insertSections = async (
  tx: DatabaseTransaction,
  space: SpaceKey,
  configuration: string,
  entries: readonly Entry[],
): Promise<void> => {
  const sections = entries.flatMap((page) =>
    page.sections.map((section, number) => ({ ...section, number })),
  );
  if (sections.length === 0) return;
  await sql`
    insert into search_sections (organization_id, space_id, page_id, number, anchor, title, body, words)
    select ${space.organization_id}, ${space.id}, section.page, section.number, section.anchor, section.title, section.body,
      ${vectorOfNames(configuration, 'A', 'section.names')} || ${vectorOf(configuration, 'D', 'section.words')}
      || ${vectorOfStopWords(configuration, 'section.short')}
    from unnest(
      ${texts(sections.map(({ page }) => page))},
      ${sections.map(({ number }) => number)}::int[],
      ${texts(sections.map(({ anchor }) => anchor))},
      ${texts(sections.map(({ title }) => title))},
      ${texts(sections.map(({ body }) => splitLongWords(body)))},
      ${texts(sections.map(({ names }) => names))},
      ${texts(sections.map(({ words }) => words))},
      ${texts(sections.map(({ short }) => short))}
    ) as section (page, number, anchor, title, body, names, words, short)`.execute(tx);
};

/** Removes pages from the index and adds others. */
export const replacePages = async (
  tx: DatabaseTransaction,
  space: SpaceKey,
  language: string | null,
  removedIds: readonly string[],
  pages: readonly IndexedPage[],
): Promise<void> => {
  const configuration = configurationOf(language);
  await tx
    .deleteFrom('search_pages')
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .where('page_id', '=', sql<string>`any(${[...removedIds, ...pages.map((page) => page.id)]})`)
    .execute();
  if (pages.length === 0) return;
  const entries = pages.map(toEntry);
  await insertPages(tx, space, configuration, entries);
  await insertSections(tx, space, configuration, entries);
};

/** Removes all pages of a space from the index except some. */
export const deletePagesExcept = async (
  db: Database,
  space: SpaceKey,
  ids: readonly string[],
): Promise<void> => {
  await db
    .deleteFrom('search_pages')
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .where('page_id', '!=', sql<string>`all(${ids})`)
    .execute();
};

/** The snapshot and language of the index of a space. */
export interface IndexState {
  readonly root: string;
  readonly language: string | null;
}

/** The snapshot and language that a space is indexed with. */
export const findState = (db: Database, space: SpaceKey): Promise<IndexState | undefined> =>
  db
    .selectFrom('search_states')
    .select(['root', 'language'])
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .executeTakeFirst();

/** Stores the snapshot and language of the index of a space. */
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

/** The current snapshot and language of a space. */
export const findIndexedSpace = (db: Database, space: SpaceKey): Promise<IndexState | undefined> =>
  indexedSpace(db, space).executeTakeFirst();

/** The same, with a lock until the transaction ends. */
export const lockIndexedSpace = (tx: DatabaseTransaction, space: SpaceKey): Promise<IndexState | undefined> =>
  indexedSpace(tx, space).forNoKeyUpdate().executeTakeFirst();

/** The spaces whose index has another snapshot or language than the space. */
export const findSpacesToReindex = (db: Database, limit: number): Promise<SpaceKey[]> =>
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
