import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { ExternalLink, Eye } from 'lucide-react';
import { read } from '../api/queries.ts';
import frame from '../change-requests/change-request-layout.module.css';
import { Loading } from '../settings/settings-page.tsx';
import { InsideMain } from '../shell/screens.tsx';
import { useShownTab } from '../shell/use-shown-tab.ts';
import { useTitle } from '../shell/use-title.ts';
import { PublishButton } from './publish-button.tsx';
import { useSite } from './queries.ts';
import styles from './site-layout.module.css';
import { SiteState, SiteVisibility } from './site-state.tsx';

const TABS = [
  { to: '/o/$organizationId/sites/$siteId', title: 'Overview' },
  { to: '/o/$organizationId/sites/$siteId/structure', title: 'Structure' },
  { to: '/o/$organizationId/sites/$siteId/customization', title: 'Customization' },
  { to: '/o/$organizationId/sites/$siteId/access', title: 'Access' },
  { to: '/o/$organizationId/sites/$siteId/redirects', title: 'Redirects' },
  { to: '/o/$organizationId/sites/$siteId/feedback', title: 'Feedback', isForOwners: true },
  { to: '/o/$organizationId/sites/$siteId/mcp-servers', title: 'MCP servers', isForOwners: true },
  { to: '/o/$organizationId/sites/$siteId/domain', title: 'Domain' },
  { to: '/o/$organizationId/sites/$siteId/insights', title: 'Insights' },
] as const;

/** The frame of a site: its title and state, and links to its parts. */
export const SiteLayout = () => {
  const { params, site } = useSite();
  const { organizationId } = params;
  const tabs = useShownTab();
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  useTitle(site.title, organization.title);
  return (
    <main id="content" tabIndex={-1} className={frame.layout}>
      <header className={frame.header}>
        <nav aria-label="Breadcrumbs" className={frame.breadcrumbs}>
          <Link to="/o/$organizationId" params={{ organizationId }}>
            {organization.title}
          </Link>
          <Link to="/o/$organizationId/sites" params={{ organizationId }} search={{}}>
            Sites
          </Link>
        </nav>
        <h1 className={styles.title}>{site.title}</h1>
        <div className={frame.facts}>
          <SiteState isPublished={site.published} />
          <SiteVisibility visibility={site.visibility} />
          <span className={styles.actions}>
            {site.urls.published && (
              <a href={site.urls.published} target="_blank" rel="noreferrer" className={frame.preview}>
                <ExternalLink size={15} aria-hidden="true" /> Open site
              </a>
            )}
            <Link
              to="/o/$organizationId/sites/$siteId/preview"
              params={params}
              search={{}}
              preload={false}
              target="_blank"
              className={frame.preview}
            >
              <Eye size={15} aria-hidden="true" /> Preview
            </Link>
            {site.permissions.publish && <PublishButton params={params} site={site} />}
          </span>
        </div>
        <nav ref={tabs} aria-label="Site" className={frame.tabs}>
          {TABS.filter((tab) => !('isForOwners' in tab) || site.permissions.admin).map(({ to, title }) => (
            <Link
              key={to}
              to={to}
              params={params}
              activeOptions={{ exact: title === 'Overview', includeSearch: false }}
              className={frame.tab}
            >
              {title}
            </Link>
          ))}
        </nav>
      </header>
      <Loading id={params.siteId}>
        <InsideMain value>
          <Outlet />
        </InsideMain>
      </Loading>
    </main>
  );
};
