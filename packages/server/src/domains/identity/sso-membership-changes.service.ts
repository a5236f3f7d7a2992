import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { SYSTEM } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { UserRow } from './identity.store.ts';
import { findMembershipStates } from './sso-membership-changes.store.ts';

/** Service that records when single sign-on of one organization disables or enables memberships of others. */
export const createSsoMembershipChangesService = ({ events }: Pick<Kernel, 'events'>) => ({
  /** Runs a change and records an event for each other membership that it disabled or enabled. */
  track: async <Result>(
    tx: DatabaseTransaction,
    { id, display_name: label }: Pick<UserRow, 'id' | 'display_name'>,
    organizationId: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const before = await findMembershipStates(tx, id, organizationId);
    const result = await work();
    // Most users are members of a single organization.
    if (before.size === 0) return result;
    for (const [other, isClosed] of await findMembershipStates(tx, id, organizationId))
      if (before.has(other) && before.get(other) !== isClosed)
        // The event does not disclose the other organization.
        await events.record(tx, SYSTEM, {
          organizationId: other,
          action: isClosed ? 'member.disabled' : 'member.enabled',
          target: { type: 'member', id, label },
          payload: { by: 'sso-elsewhere' },
        });
    return result;
  },
});

/** Service that records when single sign-on of one organization disables or enables memberships of others. */
export type SsoMembershipChangesService = ReturnType<typeof createSsoMembershipChangesService>;
