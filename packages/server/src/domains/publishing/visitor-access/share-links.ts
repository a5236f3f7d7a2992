import { createHash } from 'node:crypto';
import type { SiteRow } from '../site/site.store.ts';

/** The id of the active share link with a key. */
export const shareLinkOf = ({ shareLinks }: SiteRow, key: string | undefined): string | undefined =>
  key === undefined ? undefined : shareLinks?.[createHash('sha256').update(key).digest('hex')];

/** The key of an active share link at the start of a path below a site. */
export const shareKeyIn = (site: SiteRow, [first]: readonly string[]): string | undefined =>
  shareLinkOf(site, first) === undefined ? undefined : first;
