import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import type { SiteSubject } from '../sites.store.ts';
import { hidden } from './mcp-headers.ts';
import type { mcpServersContract } from './mcp-servers.contract.ts';
import type { McpServerCheck, McpServersService } from './mcp-servers.service.ts';
import type { McpServerRow } from './mcp-servers.store.ts';

const toMcpServer = (links: Links, site: SiteSubject, row: McpServerRow) => ({
  object: 'site-mcp-server' as const,
  id: row.id,
  name: row.name,
  url: row.url,
  headers: hidden(row.header_names),
  urls: {
    location: links.apiUrl(`/orgs/${site.organization_id}/sites/${site.id}/mcp-servers/${row.id}`),
  },
});

const toCheck = (check: McpServerCheck, hasLanguageModel: boolean) =>
  'problem' in check
    ? { status: 'failed' as const, problem: check.problem, tools: [], hasLanguageModel }
    : {
        status: 'connected' as const,
        serverName: check.serverName,
        tools: check.tools.map(({ name, title, description, isReadOnly }) => ({
          name,
          ...(title !== undefined && { title }),
          description,
          isUsed: isReadOnly,
        })),
        hasLanguageModel,
      };

/** Maps operations to service calls and responses. */
export const mcpServersHandlers = (
  mcpServers: McpServersService,
  links: Links,
): Handlers<typeof mcpServersContract> => ({
  listSiteMcpServers: async ({ subject, page }) =>
    listOf(
      page,
      await mcpServers.list(subject, page),
      (row) => [row.id],
      (row) => toMcpServer(links, subject, row),
    ),
  createSiteMcpServer: async ({ caller, subject, body }) =>
    toMcpServer(links, subject, await mcpServers.create(caller, subject, body)),
  getSiteMcpServerById: async ({ subject, params }) =>
    toMcpServer(links, subject, await mcpServers.get(subject, params.siteMcpServerId)),
  updateSiteMcpServerById: async ({ caller, subject, params, body }) =>
    toMcpServer(links, subject, await mcpServers.update(caller, subject, params.siteMcpServerId, body)),
  deleteSiteMcpServerById: async ({ caller, subject, params }) => ({
    status: (await mcpServers.remove(caller, subject, params.siteMcpServerId))
      ? (205 as const)
      : (204 as const),
    body: undefined,
  }),
  checkSiteMcpServer: async ({ subject, params }) =>
    toCheck(await mcpServers.check(subject, params.siteMcpServerId), mcpServers.hasLanguageModel),
});
