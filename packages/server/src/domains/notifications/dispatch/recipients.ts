import type { Channel, NotificationKind } from '../notification-kinds.ts';

/** Users to notify, and the kind of notification. */
export interface Reason {
  readonly kind: NotificationKind;
  readonly users: readonly string[];
}

/** The kinds of notifications for each user, in the order of `reasons`; the actor gets none. */
export const kindsByUser = (reasons: readonly Reason[], actorId: string): Map<string, NotificationKind[]> => {
  const kinds = new Map<string, NotificationKind[]>();
  for (const { kind, users } of reasons)
    for (const user of new Set(users)) kinds.set(user, [...(kinds.get(user) ?? []), kind]);
  kinds.delete(actorId);
  return kinds;
};

/** The kind and channels of a notification: the first kind that is not muted; undefined if all are. */
export const channelsFor = (
  kinds: readonly NotificationKind[],
  muted: readonly string[],
): { kind: NotificationKind; app: boolean; email: boolean } | undefined => {
  const firstEnabled = (channel: Channel) => kinds.find((kind) => !muted.includes(`${kind} ${channel}`));
  const [app, email] = [firstEnabled('app'), firstEnabled('email')];
  const kind = app ?? email;
  return kind && { kind, app: app !== undefined, email: email !== undefined };
};

/** A user with a role on a space. */
export interface SpaceMember {
  readonly id: string;
  readonly role: string;
}

const REVIEWING_ROLES = ['review', 'create', 'admin'];

/** The reviewers of a request that names none: members with the lowest role that can review. */
export const defaultReviewers = (members: readonly SpaceMember[], requesterId: string): string[] => {
  const others = members.filter(({ id }) => id !== requesterId);
  const lowest = REVIEWING_ROLES.find((role) => others.some((member) => member.role === role));
  return others.filter(({ role }) => role === lowest).map(({ id }) => id);
};
