import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settings } from '../settings/settings-route.ts';
import { validSearch } from '../shell/valid-search.ts';
import { deliveriesSearch } from './search.ts';

const list = createRoute({
  getParentRoute: () => settings,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksRoute'),
});

const one = createRoute({
  getParentRoute: () => settings,
  path: 'webhooks/$webhookId',
  validateSearch: validSearch(deliveriesSearch),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookRoute'),
});

/** Webhooks, below the settings of an organization. */
export const webhooksRoutes = [list, one] as const;
