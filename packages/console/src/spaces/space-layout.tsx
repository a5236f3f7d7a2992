import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { Book, ExternalLink } from 'lucide-react';
import { read } from '../api/queries.ts';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { tableOfContents } from './page-tree.ts';
import styles from './space-layout.module.css';
import { TableOfContents } from './table-of-contents.tsx';

/** The screen of a space: its table of contents, and the page beside it. */
export const SpaceLayout = ({ spaceId }: { readonly spaceId: string }) => {
  const params = { spaceId };
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params }));
  const { data: content } = useSuspenseQuery(read('/spaces/{spaceId}/content/pages', { params }));
  return (
    <div className={styles.layout}>
      <aside className={styles.sidebar}>
        <header className={styles.header}>
          <Link to="/s/$spaceId/$" params={{ spaceId, _splat: '' }} className={styles.title}>
            <ContentIcon emoji={space.emoji} icon={Book} />
            <span className={styles.name}>{space.title}</span>
          </Link>
          {space.urls.published && (
            <a
              href={space.urls.published}
              className={styles.tool}
              title="Open the published site"
              aria-label="Open the published site"
            >
              <ExternalLink size={15} aria-hidden="true" />
            </a>
          )}
        </header>
        <TableOfContents spaceId={spaceId} pages={tableOfContents(content)} />
      </aside>
      <Outlet />
    </div>
  );
};
