import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { GitConnections } from '../../../kernel/database/schema.gen.ts';
import { type UserRow, userOf } from '../../identity/index.ts';
import type { SpaceKey } from '../git.store.ts';
import type { Provider } from './providers.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'git_connections.authentication': 'none' | 'token' | 'deploy_key';
    'git_connections.provider': Provider;
  }
}

/** The connection of a space to a repository. */
export type ConnectionRow = Selectable<GitConnections>;

/** A connection with the user whose permissions its operations have. */
export interface ConnectionWithUser extends ConnectionRow {
  readonly connector: UserRow;
}

const ofSpace = ({ organization_id, id }: SpaceKey) =>
  sql<boolean>`git_connections.organization_id = ${organization_id} and git_connections.space_id = ${id}`;

/** The connection of a space. */
export const findConnection = (db: Database, space: SpaceKey): Promise<ConnectionWithUser | undefined> =>
  db
    .selectFrom('git_connections')
    .selectAll()
    .select(userOf('git_connections.connected_by').as('connector'))
    .where(ofSpace(space))
    .executeTakeFirst();

/** The connection of a space that is not deleted, with its title, by the id of the space alone. */
export const findConnectionOfSpace = (db: Database, spaceId: string) =>
  db
    .selectFrom('git_connections')
    .innerJoin('spaces', (join) =>
      join
        .onRef('spaces.organization_id', '=', 'git_connections.organization_id')
        .onRef('spaces.id', '=', 'git_connections.space_id'),
    )
    .innerJoin('contents', (join) =>
      join
        .onRef('contents.organization_id', '=', 'spaces.organization_id')
        .onRef('contents.id', '=', 'spaces.id'),
    )
    .selectAll('git_connections')
    .select('spaces.title')
    .where('git_connections.space_id', '=', spaceId)
    .where('contents.deleted_at', 'is', null)
    .executeTakeFirst();

/** Stores the connection of a space. */
export const upsertConnection = async (tx: DatabaseTransaction, row: ConnectionRow): Promise<void> => {
  const { organization_id: _, space_id: __, created_at: ___, ...values } = row;
  await tx
    .insertInto('git_connections')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'space_id']).doUpdateSet(values))
    .execute();
};

/** Updates the connection of a space; false if there is none. */
export const updateConnection = async (
  db: Database,
  space: SpaceKey,
  change: Partial<Omit<ConnectionRow, 'organization_id' | 'space_id'>>,
): Promise<boolean> =>
  (await db.updateTable('git_connections').set(change).where(ofSpace(space)).executeTakeFirst())
    .numUpdatedRows > 0n;

/** Deletes the connection of a space; false if there was none. */
export const deleteConnection = async (tx: DatabaseTransaction, space: SpaceKey): Promise<boolean> =>
  (await tx.deleteFrom('git_connections').where(ofSpace(space)).executeTakeFirst()).numDeletedRows > 0n;

const MAX_DUE = 100;

/** Connections with automatic export whose space was changed before a time and not exported since. */
export const findChangedSpaces = (db: Database, changedBefore: Date) =>
  db
    .selectFrom('git_connections')
    .innerJoin('spaces', (join) =>
      join
        .onRef('spaces.organization_id', '=', 'git_connections.organization_id')
        .onRef('spaces.id', '=', 'git_connections.space_id'),
    )
    .innerJoin('contents', (join) =>
      join
        .onRef('contents.organization_id', '=', 'spaces.organization_id')
        .onRef('contents.id', '=', 'spaces.id'),
    )
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.organization_id', '=', 'spaces.organization_id')
        .onRef('revisions.id', '=', 'spaces.revision_id'),
    )
    .innerJoin('git_syncs', (join) =>
      join
        .onRef('git_syncs.organization_id', '=', 'git_connections.organization_id')
        .onRef('git_syncs.space_id', '=', 'git_connections.space_id'),
    )
    .leftJoin('change_requests', (join) =>
      join
        .onRef('change_requests.organization_id', '=', 'revisions.organization_id')
        .onRef('change_requests.id', '=', 'revisions.change_request_id'),
    )
    .selectAll('git_connections')
    .select([
      'spaces.title',
      'spaces.revision_id',
      'spaces.head_chain',
      'git_syncs.ref as synced_ref',
      'git_syncs.remote as synced_remote',
      'change_requests.number',
      'change_requests.subject',
    ])
    .where('git_connections.automatic_export', '=', true)
    .where('contents.deleted_at', 'is', null)
    .where('revisions.created_at', '<', changedBefore)
    .whereRef('git_syncs.revision_id', '<>', 'spaces.revision_id')
    .where(sql<boolean>`git_connections.exported_revision_id is distinct from spaces.revision_id`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('git_operations')
            .select('git_operations.id')
            .whereRef('git_operations.organization_id', '=', 'git_connections.organization_id')
            .whereRef('git_operations.space_id', '=', 'git_connections.space_id')
            .where('git_operations.state', '=', 'running'),
        ),
      ),
    )
    // An open change request with conflicts holds exports back.
    .where(
      sql<boolean>`(git_syncs.resolution is null or exists (
        select from change_requests as resolving
        where resolving.organization_id = git_syncs.organization_id
          and resolving.id = git_syncs.resolution->>'changeRequest'
          and resolving.status in ('merged', 'archived')))`,
    )
    .orderBy('git_connections.space_id')
    .limit(MAX_DUE)
    .execute();
