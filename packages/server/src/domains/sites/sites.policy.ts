import { policy } from '../../kernel/auth/policy.ts';
import { atLeast } from '../organizations/index.ts';
import type { SiteSubject } from './sites.store.ts';

/**
 * Members may view sites; members with the role `create` may change and publish them; guests have no access.
 */
export const sitePolicy = policy<SiteSubject>()('site', {
  view: (site) => atLeast(site.role, 'read'),
  admin: (site) => atLeast(site.role, 'create'),
  publish: (site) => atLeast(site.role, 'create'),
});
