import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Blocks } from 'lucide-react';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { SearchField } from '../settings/search-field.tsx';
import { Empty, Loading, SettingsPage } from '../settings/settings-page.tsx';
import { textSearch } from '../settings/text-search.ts';
import styles from './integrations.module.css';
import { CATALOGUE, readInstallations } from './queries.ts';

const ROUTE = '/o/$organizationId/~/settings/integrations';

const Catalogue = ({
  organizationId,
  text,
  maySeeInstallations,
}: {
  readonly organizationId: string;
  readonly text: string | undefined;
  readonly maySeeInstallations: boolean;
}) => {
  const params = { organizationId };
  const { items, ...more } = usePages(
    readPages(CATALOGUE, { params, query: { limit: 30, ...(text && { search: text }) } }),
  );
  const { data: installed } = useSuspenseQuery(readInstallations(organizationId, maySeeInstallations));
  const names = new Set(installed.map(({ integration }) => integration.name));
  if (items.length === 0)
    return (
      <Empty>
        {text
          ? 'No integration matches this search.'
          : 'There are no integrations yet. Developers publish them with GitBook’s command line.'}
      </Empty>
    );
  return (
    <>
      <ul className={styles.cards} aria-label="Integrations">
        {items.map(({ name, title, description, urls }) => (
          <li key={name} className={styles.card}>
            {urls.icon ? (
              <img src={urls.icon} alt="" width={32} height={32} />
            ) : (
              <Blocks size={28} strokeWidth={1.5} aria-hidden="true" />
            )}
            <div className={styles.about}>
              <h2>
                <Link to="/o/$organizationId/~/settings/integrations/$name" params={{ organizationId, name }}>
                  {title}
                </Link>{' '}
                {names.has(name) && <span className={rows.badge}>Installed</span>}
              </h2>
              <p className={styles.facts}>{description}</p>
            </div>
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

/** `/o/$organizationId/~/settings/integrations`: the integrations that an organization can install. */
export const IntegrationsRoute = () => {
  const params = useParams({ from: ROUTE });
  const { text } = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  return (
    <SettingsPage
      key={organization.id}
      title="Integrations"
      description="Programs that add blocks to pages, act on events and change sites."
      isWide
    >
      <div className={rows.filters}>
        <SearchField
          label="Name of an integration"
          text={text ?? ''}
          onSearch={(searched) =>
            void navigate({ to: ROUTE, params, search: textSearch({ text: searched }), replace: true })
          }
        />
      </div>
      <Loading id={text ?? ''}>
        <Catalogue
          organizationId={organization.id}
          text={text}
          maySeeInstallations={organization.permissions.listInstallations}
        />
      </Loading>
    </SettingsPage>
  );
};
