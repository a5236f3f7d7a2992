import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import type { TranslationKey } from '../translations.store.ts';

/** What an engine said, and in which run. */
export interface Said {
  readonly text: string;
  readonly run: number;
}

/** What engines have said to these questions, by their hashes. */
export const findSaid = async (
  db: Database,
  { organization_id, id }: TranslationKey,
  hashes: readonly string[],
): Promise<Map<string, Said>> => {
  const rows = await db
    .selectFrom('translated_segments')
    .select(['hash', 'text', 'run'])
    .where('organization_id', '=', organization_id)
    .where('translation_id', '=', id)
    .where('hash', '=', sql<string>`any(${hashes})`)
    .execute();
  return new Map(rows.map(({ hash, ...said }) => [hash, said]));
};

/** Keeps what an engine said, unless the translation is gone. */
export const insertSaid = async (
  db: Database,
  { organization_id, id }: TranslationKey,
  run: number,
  said: readonly { readonly hash: string; readonly text: string; readonly words: number }[],
): Promise<void> => {
  if (said.length === 0) return;
  await sql`
    insert into translated_segments (organization_id, translation_id, hash, text, words, run)
    select translations.organization_id, translations.id, said.hash, said.text, said.words, ${run}
    from translations, unnest(
      ${said.map(({ hash }) => hash)}::text[], ${said.map(({ text }) => text)}::text[],
      ${said.map(({ words }) => words)}::integer[]) as said (hash, text, words)
    where translations.organization_id = ${organization_id} and translations.id = ${id}
    on conflict do nothing`.execute(db);
};

/** How many words engines were given in a run. */
export const countWords = async (
  db: Database,
  { organization_id, id }: TranslationKey,
  run: number,
): Promise<number> => {
  const { words } = await db
    .selectFrom('translated_segments')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('words'), sql<string>`0`).as('words'))
    .where('organization_id', '=', organization_id)
    .where('translation_id', '=', id)
    .where('run', '=', run)
    .executeTakeFirstOrThrow();
  return Number(words);
};
