import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemOf } from '../api/operations.ts';
import { keyOf, readAll } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';

/** The path of the integrations that an organization can install. */
export const CATALOGUE = '/orgs/{organizationId}/integrations';

/** The path of the installations of an organization. */
export const INSTALLED = '/orgs/{organizationId}/installations';

/** The path of one installation. */
export const INSTALLATION = '/integrations/{integrationName}/installations/{installationId}';

/** The parameters of the path of an installation. */
export interface InstallationKey {
  readonly integrationName: string;
  readonly installationId: string;
}

/** An integration. */
export type Integration = ItemOf<typeof CATALOGUE>;

/** An installation of an integration in an organization. */
export type Installation = ItemOf<typeof INSTALLED>['installation'];

/** The installations of an organization; none for those who may not see them. */
export const readInstallations = (organizationId: string, isAllowed: boolean, search?: string) => {
  const all = readAll(INSTALLED, {
    params: { organizationId },
    ...(search !== undefined && { query: { search } }),
  });
  return isAllowed ? all : { ...all, queryFn: async () => [] };
};

/** The scopes of integrations in words. */
export const SCOPES: Readonly<Record<string, string>> = {
  'space:content:read': 'Read pages',
  'space:content:write': 'Change pages',
  'space:metadata:read': 'Read the settings of spaces',
  'space:metadata:write': 'Change the settings of spaces',
  'space:git:sync': 'Synchronize spaces with git',
  'page:feedback:read': 'Read ratings of pages',
  'site:metadata:read': 'Read the settings of sites',
  'site:views:read': 'See which pages are read',
  'site:script:inject': 'Run scripts on sites',
  'site:script:cookies': 'Set cookies on sites',
  'site:visitor:auth': 'Sign visitors of sites in',
  'site:adaptive:read': 'Read what sites know of visitors',
  'site:adaptive:write': 'Change what sites know of visitors',
  'openapi:read': 'Read OpenAPI specifications',
  'openapi:write': 'Change OpenAPI specifications',
  'conversations:ingest': 'Send conversations with customers',
};

/** Runs a change of installations, then reads them again; forms show errors by themselves. */
export const useIntegrationMutation = <Input = void, Output = unknown>(
  mutationFn: (input: Input) => Promise<Output>,
  options: { readonly isForm?: boolean; readonly onSuccess?: (output: Output) => void } = {},
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (output) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: keyOf(INSTALLED) }),
        queries.invalidateQueries({ queryKey: keyOf(CATALOGUE) }),
        queries.invalidateQueries({ queryKey: keyOf(`${INSTALLATION}/spaces`) }),
        queries.invalidateQueries({ queryKey: keyOf(`${INSTALLATION}/sites`) }),
        queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/integration-blocks') }),
      ]);
      options.onSuccess?.(output);
    },
    onError: (error: Error) => {
      if (!options.isForm) notify(error.message, { isError: true });
    },
  });
};
