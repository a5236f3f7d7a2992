import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { invalid } from '../../kernel/errors/errors.ts';
import { atLeast } from '../organizations/index.ts';
import type { SiteRow } from './sites.store.ts';

/** A site as a member of its organization meets it. */
export interface SiteSubject extends SiteRow {
  /** Whether the caller belongs to the organization at all; a guest's role is null. */
  readonly role: Role | null;
}

/** Sites have no grants of their own: members see them, and who creates content looks after them; guests have none. */
export const sitePolicy = policy<SiteSubject>()('site', {
  view: (site) => atLeast(site.role, 'read'),
  admin: (site) => atLeast(site.role, 'create'),
  publish: (site) => atLeast(site.role, 'create'),
});

/** The path of a part of a site; those that machines read files at are not free. */
export const validatePath = (path: string | undefined): string | undefined => {
  const lower = path?.toLowerCase();
  if (lower !== undefined && /\.(?:md|txt|xml)$/.test(lower))
    throw invalid({
      path: 'body.path',
      message: 'must not end in .md, .txt or .xml: programs read files there',
    });
  return lower;
};
