import { Link } from '@tanstack/react-router';
import { readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { ShowMore } from '../primitives/show-more.tsx';
import { Empty } from '../settings/settings-page.tsx';
import styles from './openapi.module.css';

const PATH = '/orgs/{organizationId}/openapi/{specSlug}/usages';

/** The pages and reusable contents that show a specification. */
export const Usages = ({
  organizationId,
  slug,
}: {
  readonly organizationId: string;
  readonly slug: string;
}) => {
  const { items, ...more } = usePages(
    readPages(PATH, { params: { organizationId, specSlug: slug }, query: { limit: 20 } }),
  );
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
      <ShowMore {...more} />
    </>
  );
};
