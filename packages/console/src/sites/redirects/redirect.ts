import type { ItemOf } from '../../api/operations.ts';

/** The path of the redirects of a site. */
export const REDIRECTS = '/orgs/{organizationId}/sites/{siteId}/redirects';

/** A redirect of a site. */
export type Redirect = ItemOf<typeof REDIRECTS>;
