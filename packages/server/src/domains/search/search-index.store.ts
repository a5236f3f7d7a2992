import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import type { SpaceKey } from '../revisions/index.ts';
import { configurationOf } from './text-search-configuration.ts';
import { spaced } from './tokenize.ts';

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

// A vector of words holds a megabyte: at most 3.5 bytes for each character of a text, its headings twice and its description.
const LONGEST_TEXT = 200_000;
const LONGEST_NAMES = 30_000;

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
