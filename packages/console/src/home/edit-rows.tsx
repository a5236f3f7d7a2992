import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Book } from 'lucide-react';
import type { ItemOf } from '../api/operations.ts';
import { read } from '../api/queries.ts';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { changedPagesOf, titlesInWords } from './changed-pages.ts';
import styles from './home-page.module.css';
import { Empty } from './section.tsx';

const SHOWN = 6;
const PAGES = 20;

type Edit = ItemOf<'/orgs/{organizationId}/edits'>;

/** The last edits of the user. */
export const readEdits = (organizationId: string) =>
  read('/orgs/{organizationId}/edits', { params: { organizationId }, query: { limit: SHOWN } });

const Row = ({ edit: { space, changeRequest, revision, editedAt } }: { readonly edit: Edit }) => {
  const { data } = useQuery({
    ...read('/spaces/{spaceId}/revisions/{revisionId}/changes', {
      params: { spaceId: space.id, revisionId: revision },
      query: { limit: PAGES },
    }),
    // Revisions do not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = data ? changedPagesOf(data.changes) : [];
  const path = pages.find((page) => page.path !== undefined)?.path ?? '';
  const about = (
    <>
      <ContentIcon emoji={space.emoji} icon={Book} />
      <span className={styles.about}>
        <span className={styles.name}>{titlesInWords(pages) || space.title}</span>
        <span className={styles.facts}>
          {changeRequest
            ? `${space.title} · #${changeRequest.number} ${changeRequest.subject || 'No subject'}`
            : space.title}
        </span>
      </span>
      <RelativeTime time={editedAt} />
    </>
  );
  return changeRequest ? (
    <Link
      to="/s/$spaceId/~/changes/$changeRequestId"
      params={{ spaceId: space.id, changeRequestId: String(changeRequest.number) }}
      className={styles.row}
    >
      {about}
    </Link>
  ) : (
    <Link to="/s/$spaceId/$" params={{ spaceId: space.id, _splat: path }} className={styles.row}>
      {about}
    </Link>
  );
};

/** The pages that the user edited last, as a list of links. */
export const EditRows = ({ organizationId }: { readonly organizationId: string }) => {
  const { data } = useSuspenseQuery(readEdits(organizationId));
  if (data.items.length === 0) return <Empty>Pages that you edit appear here.</Empty>;
  return (
    <ul className={styles.rows}>
      {data.items.map((edit) => (
        <li key={edit.revision}>
          <Row edit={edit} />
        </li>
      ))}
    </ul>
  );
};
