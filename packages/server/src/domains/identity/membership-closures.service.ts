import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { SYSTEM } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { UserRow } from './identity.store.ts';
import { findClosures } from './membership-closures.store.ts';

/** How organizations come to know that single sign-on of another one closed a member of theirs, or opened one again. */
export const createMembershipClosuresService = ({ events }: Pick<Kernel, 'events'>) => ({
  /** Does what may close or open memberships besides the one in an organization, and tells those whose they are. */
  track: async <Result>(
    tx: DatabaseTransaction,
    { id, display_name: label }: Pick<UserRow, 'id' | 'display_name'>,
    organizationId: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const before = await findClosures(tx, id, organizationId);
    const result = await work();
    // Most people belong to one organization alone.
    if (before.size === 0) return result;
    for (const [other, isClosed] of await findClosures(tx, id, organizationId))
      if (before.has(other) && before.get(other) !== isClosed)
        // Neither who did it nor where: that is nobody's business.
        await events.record(tx, SYSTEM, {
          organizationId: other,
          action: isClosed ? 'member.disabled' : 'member.enabled',
          target: { type: 'member', id, label },
          payload: { by: 'sso-elsewhere' },
        });
    return result;
  },
});

/** How organizations come to know what single sign-on elsewhere does to their members. */
export type MembershipClosuresService = ReturnType<typeof createMembershipClosuresService>;
