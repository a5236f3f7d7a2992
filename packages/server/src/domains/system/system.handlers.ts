import type { Handlers } from '../../kernel/contract/operation.ts';
import { ApiError, notFound } from '../../kernel/errors/errors.ts';
import { ID_PATTERN } from '../../kernel/ids.ts';
import type { Links } from '../../kernel/links.ts';
import { appPage, homePage } from './home-page.ts';
import type { systemContract } from './system.contract.ts';

/** Dependencies of the system handlers. */
export interface SystemDependencies {
  readonly links: Links;
  readonly version: string;
  readonly isReady: () => Promise<boolean>;
  readonly metrics: () => Promise<{ contentType: string; content: string }>;
  readonly openApi: () => unknown;
}

const text = (content: string) => ({ contentType: 'text/plain; charset=utf-8', content });
const html = (content: string) => ({ contentType: 'text/html; charset=utf-8', content });

const LOCATIONS = new Map([
  ['o', '/orgs'],
  ['s', '/spaces'],
  ['c', '/collections'],
]);

// Pages without an object.
const PAGES = new Map([['settings/notifications', '/user/notification-settings']]);

const NAME = /^[a-zA-Z0-9-_.]{1,100}$/;

// An integration by name, or its installations in an organization.
const integrationOf = (kind: string, id: string, within: readonly string[]): string | undefined => {
  const [part, name = ''] = within;
  if (kind === 'integrations' && within.length === 0 && NAME.test(id)) return `/integrations/${id}`;
  const isInstalled = kind === 'o' && ID_PATTERN.test(id) && within.length === 2 && part === 'integrations';
  return isInstalled && NAME.test(name) ? `/integrations/${name}/installations` : undefined;
};

// A change request of a space, by number or id.
const partOf = (kind: string, within: readonly string[]): string | undefined => {
  if (within.length === 0) return '';
  const [tilde, changes, id = ''] = within;
  const isChange = kind === 's' && within.length === 3 && tilde === '~' && changes === 'changes';
  return isChange && /^[0-9A-Za-z]{1,22}$/.test(id) ? `/change-requests/${id}` : undefined;
};

/** Handlers of the system operations, which have no service. */
export const systemHandlers = (system: SystemDependencies): Handlers<typeof systemContract> => ({
  getHealth: async () => text('ok\n'),
  getReadiness: async () => {
    if (!(await system.isReady()))
      throw new ApiError(503, 'The database is not reachable, or cannot be written to', { retryAfter: 1 });
    return text('ready\n');
  },
  getMetrics: () => system.metrics(),
  getOpenApiDocument: async () => ({
    contentType: 'application/json; charset=utf-8',
    content: JSON.stringify(system.openApi()),
  }),
  getHomePage: async () => html(homePage(system.version)),
  getAppPage: async ({ params }) => {
    const page = PAGES.get(`${params.kind}/${params.id}`);
    if (page) return html(appPage(system.links.apiUrl(page)));
    const [id = '', ...within] = params.id.split('/');
    const integration = integrationOf(params.kind, id, within);
    if (integration) return html(appPage(system.links.apiUrl(integration)));
    const collection = LOCATIONS.get(params.kind);
    const part = partOf(params.kind, within);
    if (!collection || !ID_PATTERN.test(id) || part === undefined) throw notFound('page');
    return html(appPage(system.links.apiUrl(`${collection}/${id}${part}`)));
  },
});
