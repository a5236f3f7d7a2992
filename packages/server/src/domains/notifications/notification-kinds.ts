/** The kinds of notifications. */
export const KINDS = [
  'mention',
  'reply',
  'comment',
  'review-requested',
  'review-submitted',
  'change-request-merged',
  'git-sync-failed',
] as const;

/** A kind of notification. */
export type NotificationKind = (typeof KINDS)[number];

/** The channels of notifications. */
export const CHANNELS = ['app', 'email'] as const;

/** A channel of notifications. */
export type Channel = (typeof CHANNELS)[number];
