import { SYSTEM } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { deleteTrashed, findTrashedBefore, type RemovalHook, type TrashedSpace } from '../access/index.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'events'> {
  readonly beforeRemoval: RemovalHook;
}

const BATCH_SIZE = 100;

/** Removes spaces that were deleted before a time; failures are collected and thrown at the end. */
export const removeExpiredSpaces = async (
  { db, transaction, events, beforeRemoval }: Dependencies,
  before: Date,
): Promise<void> => {
  const failures: Error[] = [];
  const remove = (space: TrashedSpace) =>
    transaction(async (tx) => {
      const afterRemoval = await beforeRemoval(tx, 'space', space.organization_id, [space.id]);
      if (!(await deleteTrashed(tx, space, before))) return;
      await events.record(tx, SYSTEM, {
        organizationId: space.organization_id,
        action: 'space.removed',
        target: { type: 'space', id: space.id, label: space.title },
      });
      await afterRemoval();
    });
  let due: TrashedSpace[] = [];
  do {
    // Continues after the last one: failed ones are still there.
    due = await findTrashedBefore(db, before, BATCH_SIZE, due.at(-1));
    for (const space of due)
      await remove(space).catch((cause) => {
        const name = `space ${space.id} of organization ${space.organization_id}`;
        failures.push(new Error(`${name} was not removed`, { cause }));
      });
  } while (due.length === BATCH_SIZE);
  if (failures.length > 0) throw new AggregateError(failures, 'Not every deleted space was removed');
};
