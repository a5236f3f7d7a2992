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
  access: (site) => atLeast(site.role, 'read'),
  edit: (site) => atLeast(site.role, 'edit'),
  create: (site) => atLeast(site.role, 'create'),
  installIntegration: (site) => atLeast(site.role, 'create'),
  viewAdaptiveSchema: (site) => atLeast(site.role, 'read'),
  editAdaptiveSchema: (site) => atLeast(site.role, 'create'),
});
