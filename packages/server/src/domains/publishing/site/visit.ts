import type { SiteRow } from './site.store.ts';
import type { Claims, Structure } from './structure.ts';

/** A change request whose content a member previews. */
export interface PreviewedChangeRequest {
  readonly space: string;
  readonly number: number;
  readonly subject: string;
  readonly author: string;
  /** Ids of the created, edited and moved pages. */
  readonly changedPages: readonly string[];
}

/** A visitor's view of a site: its visible structure, and the address that it is visited at. */
export interface Visit {
  readonly site: SiteRow;
  /** Version of the site and of the visitor's claims; part of every cache key, changes with every update. */
  readonly version: string;
  readonly structure: Structure;
  readonly claims: Claims;
  /** Path segments before the site's own paths: its name on a shared host, and the key of a share link. */
  readonly base: readonly string[];
  /** URL of the site, without a trailing slash. */
  readonly url: string;
  /** Id of the member who previews the site. */
  readonly member?: string | undefined;
  /** The change request whose content is previewed. */
  readonly changeRequest?: PreviewedChangeRequest | undefined;
  /** Whether the site is served at the server's own address, for its owner's proxy. */
  readonly isProxyTarget?: boolean;
}

/** Whether search engines may index the site. */
export const isIndexed = ({ site, member }: Visit): boolean =>
  site.visibility === 'public' && member === undefined;

/** Whether anyone with the address may read the site. */
export const isReadableByAnyone = ({ site, member }: Visit): boolean =>
  (site.visibility === 'public' || site.visibility === 'unlisted') && member === undefined;
