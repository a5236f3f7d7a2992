/** What people are told of. */
export const KINDS = [
  'mention',
  'reply',
  'comment',
  'review-requested',
  'review-submitted',
  'change-request-merged',
] as const;

/** One of them. */
export type Kind = (typeof KINDS)[number];

/** The ways on which people are told. */
export const CHANNELS = ['app', 'email'] as const;

/** A way on which people are told. */
export type Channel = (typeof CHANNELS)[number];

/** People who are to be told of something, and as what. */
export interface Reason {
  readonly kind: Kind;
  readonly users: readonly string[];
}

/** Everybody with what they are told of, the strongest reason first, as they come; nobody is told of what they did themselves. */
export const toldOf = (reasons: readonly Reason[], actorId: string): Map<string, Kind[]> => {
  const told = new Map<string, Kind[]>();
  for (const { kind, users } of reasons)
    for (const user of new Set(users)) told.set(user, [...(told.get(user) ?? []), kind]);
  told.delete(actorId);
  return told;
};

/** As what somebody is told, and on which ways: a kind that is turned off leaves those that are not; undefined when all are. */
export const waysFor = (
  kinds: readonly Kind[],
  muted: readonly string[],
): { kind: Kind; app: boolean; email: boolean } | undefined => {
  const wantedBy = (channel: Channel) => kinds.find((kind) => !muted.includes(`${kind} ${channel}`));
  const [app, email] = [wantedBy('app'), wantedBy('email')];
  const kind = app ?? email;
  return kind && { kind, app: app !== undefined, email: email !== undefined };
};

/** Somebody with a role on a space. */
export interface Holder {
  readonly id: string;
  readonly role: string;
}

const REVIEWING = ['review', 'create', 'admin'];

/** Who is asked for a review that nobody was named for: those with the role for it, or else with the next one up. */
export const reviewersAmong = (holders: readonly Holder[], askerId: string): string[] => {
  const others = holders.filter(({ id }) => id !== askerId);
  const asked = REVIEWING.find((role) => others.some((holder) => holder.role === role));
  return others.filter(({ role }) => role === asked).map(({ id }) => id);
};

/** Where people meet what a notification is about. */
export const appPathOf = (about: {
  readonly space_id: string;
  readonly change_request_number: number | null;
  readonly said_in: string | null;
}): string => {
  const change = about.change_request_number === null ? '' : `/~/changes/${about.change_request_number}`;
  const comment = about.said_in === null ? '' : `#comment-${about.said_in}`;
  return `/s/${about.space_id}${change}${comment}`;
};
