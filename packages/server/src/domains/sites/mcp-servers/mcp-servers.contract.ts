import Type from 'typebox';
import { Empty, Id, List, OneOf, pagedQuery, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Headers = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 512 }), {
  description:
    'Headers of the requests to the server. Their values are secrets: responses contain bullets instead of them, and in an update bullets keep the value of that header',
});

const SiteMcpServer = Type.Object({
  object: Type.Literal('site-mcp-server'),
  id: Id,
  name: Name,
  url: Url,
  headers: Headers,
  urls: Type.Object({ location: Url }),
});

const SiteMcpServerCheck = Type.Object({
  status: OneOf(['connected', 'failed']),
  problem: Type.Optional(Type.String({ description: 'Why the server could not be used' })),
  serverName: Type.Optional(Type.String({ description: 'The name that the server gives itself' })),
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.Optional(Type.String()),
      description: Type.String(),
      isUsed: Type.Boolean({
        description: 'Whether answers may use it: the server says that it changes nothing',
      }),
    }),
  ),
  hasLanguageModel: Type.Boolean({
    description: 'Whether the server of the site has a language model, without which no tool is called',
  }),
});

const ALL = '/orgs/{organizationId}/sites/{siteId}/mcp-servers';
const ONE = `${ALL}/{siteMcpServerId}` as const;

/** The MCP servers whose tools the assistant of a site calls. Only administrators of the site see them. */
export const mcpServersContract = {
  listSiteMcpServers: operation({
    method: 'GET',
    path: ALL,
    summary: 'List the MCP servers of a site, oldest first',
    permission: onSite('admin'),
    query: pagedQuery(),
    responses: { 200: List(SiteMcpServer) },
  }),
  createSiteMcpServer: operation({
    method: 'POST',
    path: ALL,
    summary: 'Add an MCP server to a site',
    permission: onSite('admin'),
    body: Type.Object({ name: Name, url: Url, headers: Headers }),
    responses: { 201: SiteMcpServer },
  }),
  getSiteMcpServerById: operation({
    method: 'GET',
    path: ONE,
    summary: 'Get an MCP server of a site',
    permission: onSite('admin'),
    responses: { 200: SiteMcpServer },
  }),
  updateSiteMcpServerById: operation({
    method: 'PATCH',
    path: ONE,
    summary: 'Update an MCP server of a site; headers are replaced as a whole',
    permission: onSite('admin'),
    body: Type.Object({
      name: Type.Optional(Name),
      url: Type.Optional(Url),
      headers: Type.Optional(Headers),
    }),
    responses: { 200: SiteMcpServer },
  }),
  deleteSiteMcpServerById: operation({
    method: 'DELETE',
    path: ONE,
    summary: 'Remove an MCP server from a site',
    permission: onSite('admin'),
    responses: { 204: Empty, 205: Empty },
  }),
  checkSiteMcpServer: operation({
    method: 'POST',
    path: `${ONE}/check`,
    summary: 'Connect to an MCP server of a site, and list its tools',
    permission: onSite('admin'),
    responses: { 200: SiteMcpServerCheck },
  }),
};
