import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import type { TranslationKey } from '../translations.store.ts';

/** A translation of a segment, and the run that made it. */
export interface TranslatedSegment {
  readonly text: string;
  readonly run: number;
}

/** The stored translations of segments, by hash. */
export const findTranslatedSegments = async (
  db: Database,
  { organization_id, id }: TranslationKey,
  hashes: readonly string[],
): Promise<Map<string, TranslatedSegment>> => {
  const rows = await db
    .selectFrom('translated_segments')
    .select(['hash', 'text', 'run'])
    .where('organization_id', '=', organization_id)
    .where('translation_id', '=', id)
    .where('hash', '=', sql<string>`any(${hashes})`)
    .execute();
  return new Map(rows.map(({ hash, ...segment }) => [hash, segment]));
};

/** Stores translated segments, unless the translation was deleted. */
export const insertTranslatedSegments = async (
  db: Database,
  { organization_id, id }: TranslationKey,
  run: number,
  segments: readonly { readonly hash: string; readonly text: string; readonly words: number }[],
): Promise<void> => {
  if (segments.length === 0) return;
  await sql`
    insert into translated_segments (organization_id, translation_id, hash, text, words, run)
    select translations.organization_id, translations.id, segment.hash, segment.text, segment.words, ${run}
    from translations, unnest(
      ${segments.map(({ hash }) => hash)}::text[], ${segments.map(({ text }) => text)}::text[],
      ${segments.map(({ words }) => words)}::integer[]) as segment (hash, text, words)
    where translations.organization_id = ${organization_id} and translations.id = ${id}
    on conflict do nothing`.execute(db);
};

/** The number of words that engines translated in a run. */
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
