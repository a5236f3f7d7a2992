import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Response } from '../api/operations.ts';
import { readPages } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Empty } from '../settings/settings-page.tsx';
import styles from './openapi.module.css';

const PATH = '/orgs/{organizationId}/openapi/{specSlug}/usages';
type List = Response<'GET', typeof PATH>;

/** The pages and reusable contents that show a specification. */
export const Usages = ({
  organizationId,
  slug,
}: {
  readonly organizationId: string;
  readonly slug: string;
}) => {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    readPages(PATH, { params: { organizationId, specSlug: slug }, query: { limit: 20 } }),
  );
  const items = (data.pages as List[]).flatMap(({ items: found }) => found);
  if (items.length === 0) return <Empty>No page shows it yet. Add it with an OpenAPI block.</Empty>;
  return (
    <>
      <ul className={styles.list}>
        {items.map(({ space, page, reusableContent }) => (
          <li key={`${space.id} ${page?.id ?? reusableContent?.id}`}>
            {page ? (
              <Link to="/s/$spaceId/$" params={{ spaceId: space.id, _splat: page.path }}>
                {page.title}
              </Link>
            ) : (
              <Link
                to="/s/$spaceId/~/shared"
                params={{ spaceId: space.id }}
                search={{ content: reusableContent!.id }}
              >
                {reusableContent!.title}
              </Link>
            )}{' '}
            <span className={styles.facts}>in {space.title || 'Untitled'}</span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
};
