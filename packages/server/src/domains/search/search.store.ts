import { sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';
import { preparedQuery } from '../../kernel/database/prepared-query.ts';
import { visibleContents } from '../access/index.ts';

/** The current snapshot of a space. */
export interface SpaceHead {
  readonly id: string;
  readonly title: string;
  readonly language: string | null;
  readonly root: string;
  readonly revision_id: string;
}

const heads = (db: Database, organizationId: string) =>
  db
    .selectFrom('spaces')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.organization_id', '=', 'spaces.organization_id')
        .onRef('revisions.id', '=', 'spaces.revision_id'),
    )
    .select(['spaces.id', 'spaces.title', 'spaces.language', 'revisions.root', 'spaces.revision_id'])
    .where('spaces.organization_id', '=', organizationId);

const headsOfAll = preparedQuery<{ organizationId: string }, SpaceHead>((db, { organizationId }) =>
  heads(db, organizationId),
);

const headsOfSome = preparedQuery<{ organizationId: string; ids: readonly string[] }, SpaceHead>(
  (db, { organizationId, ids }) => heads(db, organizationId).where(sql<boolean>`spaces.id = any(${ids})`),
);

/** The current snapshots of all spaces of an organization. */
export const findHeads = (db: Database, organizationId: string): Promise<SpaceHead[]> =>
  headsOfAll(db, { organizationId });

/** The current snapshots of some spaces of an organization. */
export const findHeadsOf = (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<SpaceHead[]> => headsOfSome(db, { organizationId, ids });

const versionOfHeads = preparedQuery<{ organizationId: string }, { version: string | null }>(
  (db, { organizationId }) =>
    db
      .selectFrom('spaces')
      .select(
        sql<string>`sum(hashtextextended(concat_ws(' ', id, revision_id, language, title), 0))::text`.as(
          'version',
        ),
      )
      .where('organization_id', '=', organizationId),
);

/** A text that changes with the current snapshots of an organization: reading these costs ten times as much. */
export const findVersionOfHeads = async (db: Database, organizationId: string): Promise<string> =>
  (await versionOfHeads(db, { organizationId }))[0]!.version ?? '';

const visible = preparedQuery<
  { organizationId: string; readerId: string; ids: readonly string[] },
  { id: string }
>((db, { organizationId, readerId, ids }) =>
  db
    .selectFrom(visibleContents(db, organizationId, 'space', readerId).as('contents'))
    .select('contents.id')
    .where(sql<boolean>`contents.id = any(${ids})`),
);

/** Which of some spaces of an organization a reader may see. */
export const findVisibleSpaceIds = async (
  db: Database,
  organizationId: string,
  readerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set((await visible(db, { organizationId, readerId, ids })).map(({ id }) => id));
