import type { Static } from 'typebox';
import type { Change } from '../../../kernel/events/field-changes.ts';
import type { PatchSchema } from '../protocol/apply-patch.ts';
import type { GroupBody } from './groups.contract.ts';
import type { GroupMember, ScimGroupRow } from './groups.store.ts';

/** The attributes of a group that a patch can change. */
export const GROUP_PATCH_SCHEMA: PatchSchema = {
  displayName: { kind: 'text' },
  externalId: { kind: 'text' },
  members: { kind: 'multi-valued', parts: ['value', 'display'], isExact: true },
};

/** The requested state of a group. */
export interface GroupInput {
  readonly title: string;
  readonly externalId: string | null;
  readonly userIds: ReadonlySet<string>;
}

/** Converts a request body to the requested state of a group. */
export const toGroupInput = (body: Static<typeof GroupBody>): GroupInput => ({
  title: body.displayName.trim(),
  externalId: body.externalId || null,
  userIds: new Set((body.members ?? []).map(({ value }) => value)),
});

/** The SCIM attributes of a group; `members` only if they were loaded. */
export const groupAttributes = (row: ScimGroupRow, members: readonly GroupMember[] | undefined) => ({
  ...(row.external_id !== null && { externalId: row.external_id }),
  displayName: row.title,
  ...(members && {
    members: members.map(({ user_id: value, display_name: display }) => ({ value, display })),
  }),
});

/** The additions and removals that turn the current members of a team into the requested ones. */
export const membershipChanges = (
  present: readonly Pick<GroupMember, 'user_id' | 'role'>[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, Change<GroupMember['role']>> => {
  const there = new Set(present.map(({ user_id }) => user_id));
  const removed = present.filter(({ user_id }) => !wanted.has(user_id));
  const added = [...wanted].filter((userId) => !there.has(userId));
  return new Map<string, Change<GroupMember['role']>>([
    ...removed.map(({ user_id, role: from }) => [user_id, { from }] as const),
    ...added.map((userId) => [userId, { to: 'member' }] as const),
  ]);
};
