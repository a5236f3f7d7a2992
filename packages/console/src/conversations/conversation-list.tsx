import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { Empty } from '../settings/settings-page.tsx';
import styles from './conversations.module.css';
import { sourceName } from './pulse.ts';

const PATH = '/orgs/{organizationId}/conversations';

/** The conversations of an organization, newest first, of one source or of all. */
export const ConversationList = ({
  organizationId,
  source,
  text,
}: {
  readonly organizationId: string;
  readonly source: string | undefined;
  readonly text: string | undefined;
}) => {
  const { items, ...more } = usePages(
    readPages(PATH, {
      params: { organizationId },
      query: { limit: 50, ...(source && { source }), ...(text && { search: text }) },
    }),
  );
  const ofSource = (chosen: string | undefined) => ({
    view: 'conversations' as const,
    ...(chosen && { source: chosen }),
  });
  if (items.length === 0 && text) return <Empty>No conversation matches this search.</Empty>;
  if (items.length === 0)
    return <Empty>{source ? 'This source sent no conversations.' : 'There are no conversations yet.'}</Empty>;
  return (
    <>
      {source && (
        <p className={styles.facts}>
          From {sourceName(source)}.{' '}
          <Link
            to="/o/$organizationId/~/settings/conversations"
            params={{ organizationId }}
            search={ofSource(undefined)}
            className={styles.link}
          >
            Show all sources
          </Link>
        </p>
      )}
      <ul className={rows.rows} aria-label="Conversations">
        {items.map((conversation) => (
          <li key={conversation.id} className={rows.row}>
            <MessagesSquare size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={rows.about}>
              <span className={rows.name}>
                {conversation.urls.source ? (
                  <a href={conversation.urls.source}>{conversation.subject || 'No subject'}</a>
                ) : (
                  conversation.subject || 'No subject'
                )}
                {!conversation.processedAt && <span className={rows.badge}>Being read</span>}
              </span>
              <span className={rows.facts}>
                <Link
                  to="/o/$organizationId/~/settings/conversations"
                  params={{ organizationId }}
                  search={ofSource(conversation.source)}
                  className={styles.link}
                >
                  {sourceName(conversation.source)}
                </Link>
              </span>
            </span>
            <span className={rows.seen}>
              <RelativeTime time={conversation.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};
