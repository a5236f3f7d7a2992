import type { RepositoryLayout } from '@lectern/document';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'repository_configurations.layout': RepositoryLayout;
  }
}

/** The layout of the repository of a space. */
export interface RepositoryConfiguration {
  readonly layout: RepositoryLayout;
  /** The paths that its configuration redirects. */
  readonly redirects: readonly string[];
  /** The text of its configuration file. */
  readonly configuration?: string;
}

/** The key of a space. */
interface SpaceKey {
  readonly organization_id: string;
  readonly id: string;
}

/** The layout of the repository that a space was last imported from or exported to. */
export const findConfiguration = async (
  db: Database,
  space: SpaceKey,
): Promise<RepositoryConfiguration | undefined> => {
  const row = await db
    .selectFrom('repository_configurations')
    .select(['layout', 'redirects', 'source'])
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { layout, redirects, source } = row;
  const own = source === null ? {} : { configuration: source };
  return { layout, redirects, ...own };
};

/** Stores the layout of the repository of a space. */
export const upsertConfiguration = async (
  tx: DatabaseTransaction,
  space: SpaceKey,
  { layout, redirects, configuration }: RepositoryConfiguration,
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
