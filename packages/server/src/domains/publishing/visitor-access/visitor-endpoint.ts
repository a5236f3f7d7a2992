import type { Links } from '../../../kernel/links.ts';
import type { SiteRow } from '../site/site.store.ts';

/** The path where an integration signs visitors of a site in and out, below the path of its cookies. */
export const VISITOR_ENDPOINT = '/~integrations/{integrationName}/visitors/{organizationId}/{siteId}';

/** The URL where an integration signs visitors of a site in or out. */
export const visitorEndpointUrl = (
  links: Pick<Links, 'fileUrl'>,
  integration: string,
  { organization, id }: Pick<SiteRow, 'organization' | 'id'>,
  action: 'sign-in' | 'sign-out',
): string => links.fileUrl(`/~integrations/${integration}/visitors/${organization}/${id}/${action}`);
