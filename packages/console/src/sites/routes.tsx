import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root-route.ts';
import { previewSearch, sitesSearch, structureSearch } from './search.ts';

const sites = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/sites',
  validateSearch: sitesSearch,
  component: lazyRouteComponent(() => import('./screens.tsx'), 'SitesRoute'),
});

// A site needs the whole width: it is beside the spaces, not in their frame.
const site = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/sites/$siteId',
  component: lazyRouteComponent(() => import('./site-layout.tsx'), 'SiteLayout'),
});

const overview = createRoute({
  getParentRoute: () => site,
  path: '/',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
});

const structure = createRoute({
  getParentRoute: () => site,
  path: 'structure',
  validateSearch: structureSearch,
  component: lazyRouteComponent(() => import('./structure/structure-page.tsx'), 'StructurePage'),
});

const preview = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/sites/$siteId/preview',
  validateSearch: previewSearch,
  component: lazyRouteComponent(() => import('./preview-page.tsx'), 'PreviewPage'),
});

/** The addresses of sites. */
export const siteRoutes = [sites, site.addChildren([overview, structure]), preview] as const;
