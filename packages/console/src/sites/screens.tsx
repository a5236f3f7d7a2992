import { useParams, useSearch } from '@tanstack/react-router';
import { OrganizationLayout } from '../home/organization-layout.tsx';
import { SitesPage } from './sites-page.tsx';

const SITES_ROUTE = '/o/$organizationId/sites';

/** The sites of an organization, beside its spaces. */
export const SitesRoute = () => {
  const { organizationId } = useParams({ from: SITES_ROUTE });
  const search = useSearch({ from: SITES_ROUTE });
  return (
    <OrganizationLayout key={organizationId} organizationId={organizationId}>
      <SitesPage organizationId={organizationId} search={search} />
    </OrganizationLayout>
  );
};
