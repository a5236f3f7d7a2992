import type { Links } from '../../../kernel/links.ts';
import { toTeam } from '../../teams/index.ts';
import type { Provider } from './providers.service.ts';
import type { ProviderRow } from './providers.store.ts';

/** The fields that the API shows for all identity providers. */
export const toProviderFields = (
  links: Links,
  { row, team }: Provider<ProviderRow>,
  kind: 'saml' | 'oidc',
  isActive: boolean,
) => ({
  id: row.id,
  label: row.label,
  ...(team && { defaultTeam: toTeam(team) }),
  defaultRole: row.default_role,
  createdAt: row.created_at.toISOString(),
  status: isActive ? ('active' as const) : ('pending' as const),
  urls: { location: links.apiUrl(`/orgs/${row.organization_id}/${kind}/${row.id}`) },
});
