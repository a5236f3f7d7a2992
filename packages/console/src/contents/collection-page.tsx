import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Book, ChevronRight, Folder, GitPullRequest, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { NotFoundScreen } from '../shell/screens.tsx';
import { CollectionMenu } from './collection-menu.tsx';
import styles from './collection-page.module.css';
import { ancestorsOf, flatten } from './content-node.ts';
import { useContents } from './queries.ts';

const CreateSpaceDialog = lazy(async () => ({
  default: (await import('../spaces/create/create-space-dialog.tsx')).CreateSpaceDialog,
}));

/** The spaces and collections in a collection. */
export const CollectionPage = ({ collectionId }: { readonly collectionId: string }) => {
  const { data: collection } = useSuspenseQuery(
    read('/collections/{collectionId}', { params: { collectionId } }),
  );
  const { nodes, spaces } = useContents(collection.organization);
  const [isCreating, setCreating] = useState(false);
  const node = flatten(nodes).find(({ id }) => id === collectionId);
  if (!node) return <NotFoundScreen />;
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <nav aria-label="Breadcrumbs" className={styles.breadcrumbs}>
        <Link to="/o/$organizationId" params={{ organizationId: collection.organization }}>
          Home
        </Link>
        {ancestorsOf(nodes, collectionId).map(({ id, title }) => (
          <span key={id}>
            <ChevronRight size={12} aria-hidden="true" />
            <Link to="/c/$collectionId" params={{ collectionId: id }}>
              {title}
            </Link>
          </span>
        ))}
      </nav>
      <header className={styles.header}>
        <h1>{node.title}</h1>
        {node.mayCreate && (
          <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
            New space
          </Button>
        )}
        {node.mayChange && <CollectionMenu organizationId={collection.organization} node={node} />}
      </header>
      {collection.description && <p className={styles.description}>{collection.description}</p>}
      {node.children.length === 0 ? (
        <p className={styles.empty}>
          This collection is empty.{' '}
          {node.mayCreate && 'Create a space in it, or drag one here from the list of spaces.'}
        </p>
      ) : (
        <ul className={styles.cards}>
          {node.children.map((child) => {
            const space = spaces.find(({ id }) => id === child.id);
            return (
              <li key={child.id} className={styles.card}>
                <ContentIcon emoji={child.emoji} icon={child.kind === 'space' ? Book : Folder} />
                <span className={styles.about}>
                  {child.kind === 'space' ? (
                    <Link
                      to="/s/$spaceId/$"
                      params={{ spaceId: child.id, _splat: '' }}
                      className={styles.title}
                    >
                      {child.title}
                    </Link>
                  ) : (
                    <Link to="/c/$collectionId" params={{ collectionId: child.id }} className={styles.title}>
                      {child.title}
                    </Link>
                  )}
                  <span className={styles.facts}>
                    {space ? (
                      <>
                        Updated <RelativeTime time={space.updatedAt} />
                      </>
                    ) : (
                      `${child.children.length} ${child.children.length === 1 ? 'entry' : 'entries'}`
                    )}
                  </span>
                </span>
                {space !== undefined && space.changeRequestsOpen > 0 && (
                  <span
                    className={styles.requests}
                    title={`${space.changeRequestsOpen} open change requests`}
                  >
                    <GitPullRequest size={14} aria-hidden="true" /> {space.changeRequestsOpen}
                    <span className="sr-only"> open change requests</span>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <Suspense>
        {isCreating && (
          <CreateSpaceDialog
            organizationId={collection.organization}
            parent={collectionId}
            onClose={() => setCreating(false)}
          />
        )}
      </Suspense>
    </main>
  );
};
