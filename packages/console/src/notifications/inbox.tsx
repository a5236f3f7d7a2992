import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import { call } from '../api/client.ts';
import { keyOf, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { notify } from '../primitives/toasts.tsx';
import { appLink } from '../shell/app-path.ts';
import { describeNotification, type Notification } from './describe-notification.ts';
import styles from './inbox.module.css';

const Row = ({
  notification,
  onOpen,
}: {
  readonly notification: Notification;
  readonly onOpen: () => void;
}) => (
  <li>
    <Link
      {...appLink(notification.urls.app)}
      className={styles.row}
      data-unread={notification.status === 'unread' || undefined}
      onClick={onOpen}
    >
      <Avatar name={notification.actor?.displayName ?? '?'} photo={notification.actor?.photoURL} />
      <span className={styles.text}>
        <span className={styles.title}>
          {notification.status === 'unread' && <span className="sr-only">Unread: </span>}
          {describeNotification(notification)}
        </span>
        {notification.excerpt && <span className={styles.excerpt}>{notification.excerpt}</span>}
      </span>
      <RelativeTime time={notification.createdAt} />
    </Link>
  </li>
);

/** The notifications of the user, newest first. */
export const Inbox = () => {
  const queries = useQueryClient();
  const { items, ...more } = usePages(readPages('/user/notifications', {}));
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf('/user/notifications') });
  const onError = (error: Error) => notify(error.message, { isError: true });
  const marking = useMutation({
    mutationFn: (notificationId: string) =>
      call('PATCH', '/user/notifications/{notificationId}', {
        params: { notificationId },
        body: { status: 'read' },
      }),
    onSuccess: refresh,
    onError,
  });
  const markingAll = useMutation({
    mutationFn: () => call('POST', '/user/notifications/read', { body: {} }),
    onSuccess: refresh,
    onError,
  });
  return (
    <main id="content" tabIndex={-1} className={styles.inbox}>
      <header className={styles.header}>
        <h1>Inbox</h1>
        {items.some(({ status }) => status === 'unread') && (
          <Button icon={CheckCheck} isBusy={markingAll.isPending} onClick={() => markingAll.mutate()}>
            Mark all as read
          </Button>
        )}
      </header>
      {items.length === 0 ? (
        <p className={styles.empty}>
          You have no notifications. Mentions, replies and requests for review appear here.
        </p>
      ) : (
        <ul className={styles.rows}>
          {items.map((notification) => (
            <Row
              key={notification.id}
              notification={notification}
              onOpen={() => notification.status === 'unread' && marking.mutate(notification.id)}
            />
          ))}
        </ul>
      )}
      <ShowMore {...more} />
    </main>
  );
};
