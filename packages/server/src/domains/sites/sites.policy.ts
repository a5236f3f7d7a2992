import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { invalid } from '../../kernel/errors/errors.ts';
import { atLeast } from '../organizations/index.ts';
import type { SiteRow } from './sites.store.ts';

/** A site with the role of the caller. */
export interface SiteSubject extends SiteRow {
  /** The caller's role in the organization; null for guests. */
  readonly role: Role | null;
}

/**
 * Members may view sites; members with the role `create` may change and publish them; guests have no access.
 */
export const sitePolicy = policy<SiteSubject>()('site', {
  view: (site) => atLeast(site.role, 'read'),
  admin: (site) => atLeast(site.role, 'create'),
  publish: (site) => atLeast(site.role, 'create'),
});

/** Validates the path of a part of a site: file extensions of machine-readable files are reserved. */
export const validatePath = (path: string | undefined): string | undefined => {
  const lower = path?.toLowerCase();
  if (lower !== undefined && /\.(?:md|txt|xml)$/.test(lower))
    throw invalid({
      path: 'body.path',
      message: 'must not end in .md, .txt or .xml: these extensions are reserved for machine-readable files',
    });
  return lower;
};
