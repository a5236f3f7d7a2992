import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { CollectionPage } from '../contents/collection-page.tsx';
import { TrashPage } from '../contents/trash-page.tsx';
import { PersonPage } from '../people/person-page.tsx';
import { OrganizationLayout } from './organization-layout.tsx';

/** The trash of an organization. */
export const TrashRoute = () => {
  const { organizationId } = useParams({ from: '/o/$organizationId/~/trash' });
  return (
    <OrganizationLayout key={organizationId} organizationId={organizationId}>
      <TrashPage organizationId={organizationId} />
    </OrganizationLayout>
  );
};

/** A collection beside the tree of its organization. */
export const CollectionRoute = () => {
  const { collectionId } = useParams({ from: '/c/$collectionId' });
  const { data } = useSuspenseQuery(read('/collections/{collectionId}', { params: { collectionId } }));
  return (
    <OrganizationLayout key={data.organization} organizationId={data.organization}>
      <CollectionPage key={collectionId} collectionId={collectionId} />
    </OrganizationLayout>
  );
};

/** A member of an organization. */
export const PersonRoute = () => {
  const { organizationId, userId } = useParams({ from: '/o/$organizationId/~/people/$userId' });
  return (
    <OrganizationLayout key={organizationId} organizationId={organizationId}>
      <PersonPage key={userId} organizationId={organizationId} userId={userId} />
    </OrganizationLayout>
  );
};
