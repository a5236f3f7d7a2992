import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../root-route.ts';
import { validSearch } from '../shell/valid-search.ts';
import {
  customizationSearch,
  insightsSearch,
  previewSearch,
  redirectsSearch,
  sitesSearch,
  structureSearch,
} from './search.ts';

const sites = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/sites',
  validateSearch: validSearch(sitesSearch),
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
  validateSearch: validSearch(structureSearch),
  component: lazyRouteComponent(() => import('./structure/structure-page.tsx'), 'StructurePage'),
});

const customization = createRoute({
  getParentRoute: () => site,
  path: 'customization',
  validateSearch: validSearch(customizationSearch),
  component: lazyRouteComponent(() => import('./customization/customization-page.tsx'), 'CustomizationPage'),
});

const access = createRoute({
  getParentRoute: () => site,
  path: 'access',
  component: lazyRouteComponent(() => import('./access/access-page.tsx'), 'AccessPage'),
});

const redirects = createRoute({
  getParentRoute: () => site,
  path: 'redirects',
  validateSearch: validSearch(redirectsSearch),
  component: lazyRouteComponent(() => import('./redirects/redirects-page.tsx'), 'RedirectsPage'),
});

const insights = createRoute({
  getParentRoute: () => site,
  path: 'insights',
  validateSearch: validSearch(insightsSearch),
  component: lazyRouteComponent(() => import('./insights/insights-page.tsx'), 'InsightsPage'),
});

const feedback = createRoute({
  getParentRoute: () => site,
  path: 'feedback',
  component: lazyRouteComponent(() => import('./feedback/feedback-page.tsx'), 'FeedbackPage'),
});

const mcpServers = createRoute({
  getParentRoute: () => site,
  path: 'mcp-servers',
  component: lazyRouteComponent(() => import('./mcp-servers/mcp-servers-page.tsx'), 'McpServersPage'),
});

const domain = createRoute({
  getParentRoute: () => site,
  path: 'domain',
  component: lazyRouteComponent(() => import('./domain/domain-page.tsx'), 'DomainPage'),
});

const preview = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId/sites/$siteId/preview',
  validateSearch: validSearch(previewSearch),
  component: lazyRouteComponent(() => import('./preview-page.tsx'), 'PreviewPage'),
});

/** The addresses of sites. */
export const siteRoutes = [
  sites,
  site.addChildren([
    overview,
    structure,
    customization,
    access,
    redirects,
    feedback,
    mcpServers,
    insights,
    domain,
  ]),
  preview,
] as const;
