import type { Database } from '../../../kernel/database/database.ts';

/** Stores the invitation of a member, in place of an earlier one. */
export const putInvitation = async (
  tx: Database,
  invitation: {
    organization_id: string;
    user_id: string;
    hash: Buffer;
    mailed: boolean;
    created_by: string | null;
    created_at: Date;
    expires_at: Date;
  },
): Promise<void> => {
  const values = { ...invitation, accepted_at: null };
  await tx
    .insertInto('invitations')
    .values(values)
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(values))
    .execute();
};

const invitations = (db: Database) =>
  db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .innerJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'invitations.organization_id')
        .onRef('members.user_id', '=', 'invitations.user_id'),
    )
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .leftJoin('users as inviters', 'inviters.id', 'invitations.created_by')
    .select([
      'invitations.organization_id',
      'invitations.user_id',
      'invitations.mailed',
      'invitations.created_by',
      'invitations.expires_at',
      'invitations.accepted_at',
      'organizations.title as organization',
      'organizations.disabled_sign_in_methods',
      'members.role',
      'members.disabled',
      'members.sso',
      'users.email',
      'users.display_name',
      'users.email_verified',
      'users.held_by',
      'inviters.display_name as inviter',
    ]);

/** The invitation of a link, also one that was used or has expired. */
export const findInvitation = (db: Database, hash: Buffer) =>
  invitations(db).where('invitations.hash', '=', hash).executeTakeFirst();

/** An invitation with its organization, member and inviter. */
export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Uses an invitation up; false when it was used or has expired. */
export const acceptInvitation = async (tx: Database, hash: Buffer, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('hash', '=', hash)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** A member with the state of their account. */
export const findInvitee = (db: Database, organizationId: string, userId: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['users.id', 'users.email', 'users.display_name', 'users.email_verified', 'users.held_by'])
    .select(['members.role', 'members.last_seen_at', 'organizations.title as organization'])
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .executeTakeFirst();
