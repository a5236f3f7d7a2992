import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { ItemOf, Request } from '../../api/operations.ts';
import { keyOf } from '../../api/queries.ts';

const SAML = '/orgs/{organizationId}/saml';
const OIDC = '/orgs/{organizationId}/oidc';
const SAML_PROVIDER = '/orgs/{organizationId}/saml/{samlProviderId}';
const OIDC_PROVIDER = '/orgs/{organizationId}/oidc/{oidcProviderId}';

/** A SAML provider. */
export type SamlProvider = ItemOf<typeof SAML>;
/** An OpenID Connect provider. */
export type OidcProvider = ItemOf<typeof OIDC>;

/** The kinds of identity providers. */
export type ProviderKind = 'saml' | 'oidc';

/** The names of the kinds. */
export const KIND_NAMES = { saml: 'SAML', oidc: 'OpenID Connect' } as const;

const PATHS = { saml: [SAML, SAML_PROVIDER], oidc: [OIDC, OIDC_PROVIDER] } as const;

/** Reads identity providers again after a change. */
const useRefresh = () => {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      Object.values(PATHS)
        .flat()
        .map((path) => queries.invalidateQueries({ queryKey: keyOf(path) })),
    );
  };
};

/** Adds an identity provider, which is set up afterwards. */
export const useAddProvider = (organizationId: string) => {
  const onSuccess = useRefresh();
  const params = { organizationId };
  return useMutation({
    mutationFn: async ({ kind, label }: { readonly kind: ProviderKind; readonly label: string }) => {
      const { id } =
        kind === 'saml'
          ? await call('POST', SAML, { params, body: { label } })
          : await call('POST', OIDC, { params, body: { label } });
      return id;
    },
    onSuccess,
  });
};

/** Changes a SAML provider. */
export const useSamlUpdate = (organizationId: string, samlProviderId: string) => {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: Request<'PATCH', typeof SAML_PROVIDER>['body']) =>
      call('PATCH', SAML_PROVIDER, { params: { organizationId, samlProviderId }, body }),
    onSuccess,
  });
};

/** Changes an OpenID Connect provider. */
export const useOidcUpdate = (organizationId: string, oidcProviderId: string) => {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: Request<'PATCH', typeof OIDC_PROVIDER>['body']) =>
      call('PATCH', OIDC_PROVIDER, { params: { organizationId, oidcProviderId }, body }),
    onSuccess,
  });
};

/** Deletes an identity provider. */
export const useDeleteProvider = (organizationId: string, kind: ProviderKind, id: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      kind === 'saml'
        ? call('DELETE', SAML_PROVIDER, { params: { organizationId, samlProviderId: id } })
        : call('DELETE', OIDC_PROVIDER, { params: { organizationId, oidcProviderId: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(kind === 'saml' ? SAML : OIDC) }),
  });
};
