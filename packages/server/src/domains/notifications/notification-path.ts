/** The path in the app of the comment, change request, git connection or space of a notification. */
export const notificationPath = (notification: {
  readonly kind: string;
  readonly space_id: string;
  readonly change_request_number: number | null;
  readonly linked_comment_id: string | null;
}): string => {
  if (notification.kind === 'git-sync-failed') return `/s/${notification.space_id}/~/git`;
  const change =
    notification.change_request_number === null ? '' : `/~/changes/${notification.change_request_number}`;
  const comment = notification.linked_comment_id === null ? '' : `#comment-${notification.linked_comment_id}`;
  return `/s/${notification.space_id}${change}${comment}`;
};
