import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Globe, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import filterStyles from '../change-requests/change-requests-page.module.css';
import rows from '../contents/collection-page.module.css';
import { Button } from '../primitives/button.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { SearchField } from '../settings/search-field.tsx';
import { Loading } from '../settings/settings-page.tsx';
import { useTitle } from '../shell/use-title.ts';
import { SITES } from './queries.ts';
import { type SitesSearch, sitesSearch } from './search.ts';
import { SiteState, SiteVisibility } from './site-state.tsx';
import styles from './sites.module.css';

const CreateSiteDialog = lazy(async () => ({
  default: (await import('./create-site-dialog.tsx')).CreateSiteDialog,
}));

const STATES = [
  { id: undefined, title: 'All' },
  { id: 'published', title: 'Published' },
  { id: 'draft', title: 'Not published' },
] as const;

const countOf = (count: number): string => (count === 1 ? '1 space' : `${count} spaces`);

const Filters = ({
  organizationId,
  search,
}: {
  readonly organizationId: string;
  readonly search: SitesSearch;
}) => {
  const navigate = useNavigate();
  return (
    <div className={styles.filters}>
      <SearchField
        label="Search sites"
        text={search.title ?? ''}
        maxLength={128}
        onSearch={(title) =>
          void navigate({
            to: '/o/$organizationId/sites',
            params: { organizationId },
            search: sitesSearch({ ...search, title }),
            replace: true,
          })
        }
      />
      <nav aria-label="State" className={filterStyles.tabs}>
        {STATES.map(({ id, title: name }) => (
          <Link
            key={name}
            to="/o/$organizationId/sites"
            params={{ organizationId }}
            search={sitesSearch({ ...search, state: id })}
            className={filterStyles.tab}
            aria-current={search.state === id ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
    </div>
  );
};

const Rows = ({
  organizationId,
  search: { title, state },
}: {
  readonly organizationId: string;
  readonly search: SitesSearch;
}) => {
  const { items: sites, ...more } = usePages(
    readPages(SITES, {
      params: { organizationId },
      query: {
        limit: 30,
        ...(title !== undefined && { title }),
        ...(state !== undefined && { published: state === 'published' }),
      },
    }),
  );
  if (sites.length === 0)
    return (
      <p className={rows.empty}>
        {title === undefined && state === undefined
          ? 'There are no sites yet. A site publishes one or more spaces to readers.'
          : 'No sites match this filter.'}
      </p>
    );
  return (
    <>
      <ul className={rows.rows}>
        {sites.map((site) => (
          <li key={site.id} className={`${rows.row} ${styles.row}`}>
            <Globe size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={rows.about}>
              <Link
                to="/o/$organizationId/sites/$siteId"
                params={{ organizationId, siteId: site.id }}
                className={`${rows.name} ${styles.link}`}
              >
                {site.title}
              </Link>
              <span className={styles.address}>
                {countOf(site.siteSpaces)} · {site.urls.preview.replace(/^https?:\/\//, '')}
              </span>
            </span>
            <SiteVisibility visibility={site.visibility} />
            <SiteState isPublished={site.published} />
          </li>
        ))}
      </ul>
      {more.hasNextPage && (
        <p className={styles.more}>
          <ShowMore {...more} />
        </p>
      )}
    </>
  );
};

/** The sites of an organization, searched by the server. */
export const SitesPage = ({
  organizationId,
  search,
}: {
  readonly organizationId: string;
  readonly search: SitesSearch;
}) => {
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  useTitle('Sites', organization.title);
  const [isCreating, setCreating] = useState(false);
  return (
    <main id="content" tabIndex={-1} className={rows.page}>
      <header className={rows.header}>
        <h1>Sites</h1>
        {organization.permissions.createContent && (
          <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
            New site
          </Button>
        )}
      </header>
      <p className={rows.description}>A site publishes spaces at an address of its own.</p>
      <Filters organizationId={organizationId} search={search} />
      <Loading id={JSON.stringify(search)}>
        <Rows key={JSON.stringify(search)} organizationId={organizationId} search={search} />
      </Loading>
      <Suspense>
        {isCreating && (
          <CreateSiteDialog organizationId={organizationId} onClose={() => setCreating(false)} />
        )}
      </Suspense>
    </main>
  );
};
