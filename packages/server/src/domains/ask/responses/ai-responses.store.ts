import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';

/** The address of a response. */
export interface ResponseKey {
  readonly organization_id: string;
  readonly site_id: string;
  readonly id: string;
}

/** A new response. */
export interface NewResponse extends ResponseKey {
  readonly asker: string;
  readonly questions: readonly string[];
  readonly started_at: Date;
  readonly expires_at: Date;
}

/** A response that is kept, with the lines of its events. */
export interface ResponseRow {
  readonly asker: string;
  readonly questions: readonly string[];
  readonly events: readonly string[];
  readonly pages: readonly string[];
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

/** Inserts a response without events. */
export const insertResponse = async (db: Database, { questions, ...row }: NewResponse): Promise<void> => {
  await db
    .insertInto('site_ai_responses')
    .values({ ...row, questions: JSON.stringify(questions), events: '', pages: [] })
    .execute();
};

/** Appends events to a response, with the pages that they were made from; returns whether it is still there. */
export const appendEvents = async (
  db: Database,
  { organization_id, site_id, id }: ResponseKey,
  { events, pages, ended_at }: { events: readonly object[]; pages: readonly string[]; ended_at: Date | null },
): Promise<boolean> => {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const { numUpdatedRows } = await db
    .updateTable('site_ai_responses')
    .set({ events: sql`events || ${lines}`, pages: [...pages], ended_at })
    .where('organization_id', '=', organization_id)
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** A response that has not expired. */
export const findResponse = async (
  db: Database,
  { organization_id, site_id, id }: ResponseKey,
  now: Date,
): Promise<ResponseRow | undefined> => {
  const row = await db
    .selectFrom('site_ai_responses')
    .select(['asker', 'questions', 'events', 'pages', 'started_at', 'ended_at'])
    .where('organization_id', '=', organization_id)
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      questions: JSON.parse(row.questions) as string[],
      events: row.events.split('\n').slice(0, -1),
    }
  );
};

/** Deletes expired responses. */
export const deleteExpiredResponses = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('site_ai_responses').where('expires_at', '<=', now).execute();
};
