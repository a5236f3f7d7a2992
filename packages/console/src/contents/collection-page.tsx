import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Book, ChevronRight, Folder, GitPullRequest, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { TextInput } from '../primitives/field.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { useShown } from '../primitives/use-shown.ts';
import { NotFoundScreen } from '../shell/screens.tsx';
import { CollectionMenu } from './collection-menu.tsx';
import styles from './collection-page.module.css';
import { ancestorsOf, type ContentNode, flatten, type Space } from './content-node.ts';
import { useContents } from './queries.ts';

const CreateSpaceDialog = lazy(async () => ({
  default: (await import('../spaces/create/create-space-dialog.tsx')).CreateSpaceDialog,
}));

// As many as fit on a screen.
const MANY = 20;

const Entries = ({
  entries,
  spaces,
}: {
  readonly entries: readonly ContentNode[];
  readonly spaces: readonly Space[];
}) => {
  const [text, setText] = useState('');
  const byId = useMemo(() => new Map(spaces.map((space) => [space.id, space])), [spaces]);
  const words = text.trim().toLocaleLowerCase();
  const found = entries.filter(({ title }) => title.toLocaleLowerCase().includes(words));
  const { items: shown, ...more } = useShown(found);
  return (
    <>
      {entries.length > MANY && (
        <div className={styles.filter}>
          <TextInput
            type="search"
            aria-label="Words of a title"
            placeholder="Words of a title"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 && <p className={styles.empty}>Nothing in this collection matches.</p>}
      <ul className={styles.cards}>
        {shown.map((child) => {
          const space = byId.get(child.id);
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
                <span className={styles.requests} title={`${space.changeRequestsOpen} open change requests`}>
                  <GitPullRequest size={14} aria-hidden="true" /> {space.changeRequestsOpen}
                  <span className="sr-only"> open change requests</span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

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
        <Entries key={collectionId} entries={node.children} spaces={spaces} />
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
