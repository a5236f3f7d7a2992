import type { ItemOf } from '../api/operations.ts';

/** A notification of the user. */
export type Notification = ItemOf<'/user/notifications'>;

const objectOf = ({ changeRequest, space }: Notification): string =>
  changeRequest ? `#${changeRequest.number} ${changeRequest.subject || 'No subject'}` : space.title;

const REVIEWS: Readonly<Record<string, string>> = {
  approved: 'approved',
  'changes-requested': 'requested changes in',
};

/** A notification as a sentence without its final period. */
export const describeNotification = (notification: Notification): string => {
  const who = notification.actor?.displayName ?? 'Somebody';
  const what = objectOf(notification);
  switch (notification.kind) {
    case 'mention':
      return `${who} mentioned you in ${what}`;
    case 'reply':
      return `${who} replied in ${what}`;
    case 'comment':
      return `${who} commented on ${what}`;
    case 'review-requested':
      return `${who} requested your review of ${what}`;
    case 'review-submitted':
      return `${who} ${REVIEWS[notification.review?.status ?? ''] ?? 'reviewed'} ${what}`;
    case 'change-request-merged':
      return `${who} merged ${what}`;
    case 'git-sync-failed':
      return `A git synchronization of ${what} failed`;
  }
};
