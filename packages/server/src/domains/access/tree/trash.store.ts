import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';

/** A space in the trash. */
export interface TrashedSpace {
  readonly organization_id: string;
  readonly id: string;
  readonly title: string;
  readonly deleted_at: Date | null;
}

/** Spaces of all organizations that were deleted before a time, oldest first; `after` continues a list. */
export const findTrashedBefore = (
  db: Database,
  before: Date,
  limit: number,
  after: TrashedSpace | undefined,
): Promise<TrashedSpace[]> =>
  db
    .selectFrom('contents')
    .innerJoin('spaces', (join) =>
      join
        .onRef('spaces.organization_id', '=', 'contents.organization_id')
        .onRef('spaces.id', '=', 'contents.id'),
    )
    .select(['contents.organization_id', 'contents.id', 'contents.deleted_at', 'spaces.title'])
    .where('contents.deleted_at', '<=', before)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('contents.deleted_at', 'contents.id'),
          '>',
          eb.tuple(after!.deleted_at as Date, after!.id),
        ),
      ),
    )
    .orderBy('contents.deleted_at')
    .orderBy('contents.id')
    .limit(limit)
    .execute();

/** Deletes a space for good, if it is in the trash since before a time. */
export const deleteTrashed = async (
  tx: DatabaseTransaction,
  space: TrashedSpace,
  before: Date,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('contents')
    .where('organization_id', '=', space.organization_id)
    .where('id', '=', space.id)
    .where('deleted_at', '<=', before)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
