import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { describeNotification } from '../notifications/describe-notification.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { appLink } from '../shell/app-path.ts';
import styles from './home-page.module.css';
import { Empty } from './section.tsx';

const SHOWN = 5;

/** The newest unread notifications, as a list of links. */
export const UnreadRows = () => {
  const { data } = useSuspenseQuery(
    read('/user/notifications', { query: { status: 'unread', limit: SHOWN } }),
  );
  if (data.items.length === 0) return <Empty>You have read everything.</Empty>;
  return (
    <>
      <ul className={styles.rows}>
        {data.items.map((notification) => (
          <li key={notification.id}>
            <Link {...appLink(notification.urls.app)} className={styles.row}>
              <Avatar name={notification.actor?.displayName ?? '?'} photo={notification.actor?.photoURL} />
              <span className={styles.about}>
                <span className={styles.name}>{describeNotification(notification)}</span>
                {notification.excerpt && <span className={styles.facts}>{notification.excerpt}</span>}
              </span>
              <RelativeTime time={notification.createdAt} />
            </Link>
          </li>
        ))}
      </ul>
      {data.unread > SHOWN && <p className={styles.rest}>and {data.unread - SHOWN} more</p>}
    </>
  );
};
