import { type Selectable, sql } from 'kysely';
import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { RichText } from '../../kernel/contract/document-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import type { Translations } from '../../kernel/database/schema.gen.ts';
import { likePattern } from '../../kernel/database/text-search.ts';
import { visibleContents } from '../access/index.ts';
import type { LANGUAGES } from '../spaces/index.ts';
import type { UNTRANSLATED_REASONS } from './untranslated-reasons.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'translations.chain': EventChain;
    'translations.instructions': RichText;
    'translations.language': LanguageName;
    'translations.source_language': LanguageName;
    'translations.status': 'pending' | 'running' | 'completed';
    /** A list while there is none, or where an earlier version wrote it. */
    'translations.untranslated': UntranslatedTexts | readonly Omit<Untranslated, 'reason'>[];
  }
}

/** The key of a translation. */
export interface TranslationKey {
  readonly organization_id: string;
  readonly id: string;
}

/** A text that stayed in the source language, its page, and the reason. */
export interface Untranslated {
  readonly page: string;
  readonly text: string;
  readonly reason: (typeof UNTRANSLATED_REASONS)[number];
}

/** The first texts that stayed in the source language, and their total number. */
export interface UntranslatedTexts {
  readonly total: number;
  readonly texts: readonly Untranslated[];
}

type LanguageName = (typeof LANGUAGES)[number];

/** A translation as it is stored. */
export type StoredTranslation = Selectable<Translations>;

/** A translation, the title of its source, and whether its space is in the trash. */
export type TranslationRow = StoredTranslation & {
  readonly source_title: string;
  readonly isTrashed: boolean;
};

/** Which translations to list. */
export interface TranslationFilter {
  /** Words of the title of the source. */
  readonly search?: string | undefined;
  readonly language?: LanguageName | undefined;
}

// A reader without access to a space does not learn of its translations.
const translationsFor = (db: Database, organizationId: string, readerId: string) =>
  db
    .selectFrom('translations')
    .innerJoin(visibleContents(db, organizationId, 'space', readerId).as('source'), 'source.id', 'source_id')
    .innerJoin('spaces as source_space', (join) =>
      join
        .onRef('source_space.organization_id', '=', 'translations.organization_id')
        .onRef('source_space.id', '=', 'translations.source_id'),
    )
    .innerJoin('contents as target', (join) =>
      join
        .onRef('target.organization_id', '=', 'translations.organization_id')
        .onRef('target.id', '=', 'translations.space_id'),
    )
    .where('translations.organization_id', '=', organizationId)
    .selectAll('translations')
    .select('source_space.title as source_title')
    .select(sql<boolean>`target.deleted_at is not null`.as('isTrashed'));

/** A translation whose source a reader may see. */
export const findTranslation = async (
  db: Database,
  { organization_id, id }: TranslationKey,
  readerId: string,
): Promise<TranslationRow | undefined> =>
  await translationsFor(db, organization_id, readerId).where('translations.id', '=', id).executeTakeFirst();

/** The translations of an organization whose sources a reader may see, oldest first. */
export const listTranslations = (
  db: Database,
  organizationId: string,
  readerId: string,
  { search, language }: TranslationFilter,
  page: PageRequest,
): Promise<Page<TranslationRow>> => {
  const matching = translationsFor(db, organizationId, readerId)
    .$if(search !== undefined, (query) =>
      query.where('source_space.title', 'ilike', likePattern(search!.trim())),
    )
    .$if(language !== undefined, (query) => query.where('translations.language', '=', language!));
  const after = page.after && String(page.after[0]);
  return paginate(
    page,
    matching
      .$if(after !== undefined, (query) => query.where('translations.id', '>', after!))
      .orderBy('translations.id'),
    matching,
  );
};

/** Whether a space is itself a translation. */
export const isTranslation = async (
  db: Database,
  space: { organization_id: string; id: string },
): Promise<boolean> => {
  const found = await db
    .selectFrom('translations')
    .select('id')
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .executeTakeFirst();
  return found !== undefined;
};

/** A translation to be stored. */
export interface NewTranslation extends TranslationKey {
  readonly source_id: string;
  readonly source_language: LanguageName;
  readonly space_id: string;
  readonly language: LanguageName;
  readonly instructions: RichText;
  readonly instructions_text: string;
  readonly root: string;
  readonly revision_id: string;
  readonly wanted: number;
  readonly wanted_by: string;
  readonly created_at: Date;
}

/** Stores a translation; false when the space has one in this language. */
export const insertTranslation = async (
  tx: DatabaseTransaction,
  { root, created_at, ...translation }: NewTranslation,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('translations')
    .values({
      ...translation,
      instructions: JSON.stringify(translation.instructions),
      source_root: root,
      base_root: root,
      created_at,
      updated_at: created_at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'source_id', 'language']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Updates the instructions for engines; false if they are the same. */
export const updateInstructions = async (
  tx: DatabaseTransaction,
  { organization_id, id }: TranslationKey,
  { instructions, text, at }: { instructions: object; text: string; at: Date },
): Promise<boolean> => {
  const json = JSON.stringify(instructions);
  const { numUpdatedRows } = await tx
    .updateTable('translations')
    .set({ instructions: json, instructions_text: text, updated_at: at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('instructions', 'is distinct from', sql<never>`${json}::jsonb`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The translations to run: one, those of a space, or all of an organization. */
export type RunTargets = { readonly id: string } | { readonly sourceIds: readonly string[] } | 'all';

/** Who requests a run: a user, or a change of the source that a script of a chain may have made. */
export interface RunCause {
  readonly by?: string;
  readonly chain?: EventChain | undefined;
}

/** Requests runs, and returns the ids of their translations. A translation that is running runs once more afterwards. */
export const requestRuns = async (
  tx: DatabaseTransaction,
  organizationId: string,
  targets: RunTargets,
  { by, chain }: RunCause,
): Promise<string[]> => {
  const rows = await tx
    .updateTable('translations')
    .set({
      wanted: sql`wanted + 1`,
      status: sql<StoredTranslation['status']>`case status when 'running' then 'running' else 'pending' end`,
      chain: chain ? JSON.stringify(chain) : null,
      ...(by !== undefined && { wanted_by: by }),
    })
    .where('organization_id', '=', organizationId)
    .$if(targets !== 'all' && 'id' in targets, (query) =>
      query.where('id', '=', (targets as { id: string }).id),
    )
    .$if(targets !== 'all' && 'sourceIds' in targets, (query) =>
      query.where(
        'source_id',
        '=',
        sql<string>`any(${(targets as { sourceIds: readonly string[] }).sourceIds})`,
      ),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Requests a run; false if one is already requested or running. A postponed run starts at once. */
export const requestRun = async (
  tx: DatabaseTransaction,
  { organization_id, id }: TranslationKey,
  by: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('translations')
    .set({ wanted: sql`wanted + 1`, status: 'pending', wanted_by: by, chain: null, resumes_at: null })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('wanted', '=', eb.ref('done')), eb('resumes_at', 'is not', null)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Deletes a translation and its translated segments. */
export const deleteTranslation = async (
  tx: DatabaseTransaction,
  { organization_id, id }: TranslationKey,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('translations')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** The snapshots that translations refer to and no revision does. */
export const listBaseRoots = async (db: Database, organizationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('translations')
    .select('base_root')
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map(({ base_root }) => base_root);
};
