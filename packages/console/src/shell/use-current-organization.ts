import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { read } from '../api/queries.ts';

const KEY = 'organization';

/** The organization that was shown last in this browser. */
export const lastOrganization = (): string | null => localStorage.getItem(KEY);

/** The organization of the screen: that of the address, of its space or collection, or the one shown last. */
export const useCurrentOrganization = (): string => {
  const { organizationId, spaceId = '', collectionId = '' } = useParams({ strict: false });
  const { data: organizations } = useQuery(read('/orgs', {}));
  const { data: space } = useQuery({
    ...read('/spaces/{spaceId}', { params: { spaceId } }),
    enabled: spaceId !== '',
  });
  const { data: collection } = useQuery({
    ...read('/collections/{collectionId}', { params: { collectionId } }),
    enabled: collectionId !== '',
  });
  const shown = organizationId ?? space?.organization ?? collection?.organization;
  useEffect(() => {
    if (shown !== undefined) localStorage.setItem(KEY, shown);
  }, [shown]);
  if (shown !== undefined) return shown;
  const items = organizations?.items ?? [];
  return (items.find(({ id }) => id === lastOrganization()) ?? items[0])?.id ?? '';
};
