import type { RepositoryLayout } from '@lectern/document';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';

/** How the repository of a space is laid out. */
export interface Configured {
  readonly layout: RepositoryLayout;
  /** Former paths that its configuration lists. */
  readonly redirects: readonly string[];
  /** The text of its configuration, as somebody wrote it. */
  readonly configuration?: string;
}

/** A space, by what names it. */
interface SpaceKey {
  readonly organization_id: string;
  readonly id: string;
}

/** How the repository is laid out that a space came from last, or went to. */
export const findConfigured = async (db: Database, space: SpaceKey): Promise<Configured | undefined> => {
  const row = await db
    .selectFrom('repository_configurations')
    .select(['layout', 'redirects', 'source'])
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { layout, redirects, source } = row;
  const own = source === null ? {} : { configuration: source };
  return { layout: layout as unknown as RepositoryLayout, redirects, ...own };
};

/** Keeps how the repository of a space is laid out. */
export const putConfigured = async (
  tx: DatabaseTransaction,
  space: SpaceKey,
  { layout, redirects, configuration }: Configured,
): Promise<void> => {
  const values = {
    layout: JSON.stringify(layout),
    redirects: [...redirects],
    source: configuration ?? null,
  };
  await tx
    .insertInto('repository_configurations')
    .values({ organization_id: space.organization_id, space_id: space.id, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'space_id']).doUpdateSet(values))
    .execute();
};
