import { type QueryClient, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Response } from '../api/operations.ts';
import { read } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';

/** The path of the sites of an organization. */
export const SITES = '/orgs/{organizationId}/sites';

/** The path of one site. */
export const SITE = '/orgs/{organizationId}/sites/{siteId}';

/** A site with the permissions of the user. */
export type Site = Response<'GET', typeof SITE>;

/** The address of a site in the API. */
export interface SiteParams {
  readonly organizationId: string;
  readonly siteId: string;
}

/** A site. */
export const readSite = (params: SiteParams) => read(SITE, { params });

/** The sections, groups and site spaces of a site that the user can see. */
export const readStructure = (params: SiteParams) => read(`${SITE}/structure`, { params });

/** The site of the address. */
export const useSite = (): { readonly params: SiteParams; readonly site: Site } => {
  const params = useParams({ from: '/o/$organizationId/sites/$siteId' });
  const { data: site } = useSuspenseQuery(readSite(params));
  return { params, site };
};

/** Reads everything about sites again. Spaces have the addresses at which they are published. */
export const refreshSites = (queries: QueryClient): Promise<unknown> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && (path.startsWith(SITES) || path === '/spaces/{spaceId}'),
  });

/** A change of a site. Errors are shown in the corner, unless the form shows them. */
export const useSiteMutation = <Input = void, Output = unknown>(
  mutationFn: (input: Input) => Promise<Output>,
  {
    isInForm = false,
    onSuccess,
  }: {
    readonly isInForm?: boolean;
    readonly onSuccess?: (output: Output, input: Input) => unknown;
  } = {},
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (output: Output, input: Input) => {
      await refreshSites(queries);
      await onSuccess?.(output, input);
    },
    ...(!isInForm && { onError: (error: Error) => notify(error.message, { isError: true }) }),
  });
};
