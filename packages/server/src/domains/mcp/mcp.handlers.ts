import type { Handlers, PageResponse } from '../../kernel/contract/operation.ts';
import { ApiError, unauthorized } from '../../kernel/errors/errors.ts';
import { errorBody } from '../../kernel/errors/render.ts';
import type { SendInternalRequest } from '../../kernel/http.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { mcpPostResponse } from '../../kernel/mcp-server.ts';
import { PROGRAM_SCOPES } from '../oauth/index.ts';
import { METADATA_PATH, type mcpContract } from './mcp.contract.ts';
import type { McpService } from './mcp.service.ts';
import { createOwnApi } from './own-api.ts';

/** The challenge of a response without authentication: it names the metadata. */
export const challengeOf = (links: Kernel['links']): string =>
  `Bearer resource_metadata="${links.fileUrl(METADATA_PATH)}"`;

const errorResponse = (error: ApiError, headers: Readonly<Record<string, string>>): PageResponse => ({
  status: error.status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  content: JSON.stringify(errorBody(error)),
});

/** Maps operations to service calls and responses. */
export const mcpHandlers = (
  mcp: McpService,
  send: SendInternalRequest,
  links: Kernel['links'],
): Handlers<typeof mcpContract> => {
  return {
    getMcpMetadata: async () => ({
      contentType: 'application/json; charset=utf-8',
      content: JSON.stringify({
        resource: mcp.url(),
        resource_name: 'Lectern',
        authorization_servers: [links.fileUrl('')],
        scopes_supported: PROGRAM_SCOPES,
        bearer_methods_supported: ['header'],
      }),
    }),

    getMcpServer: async () =>
      errorResponse(new ApiError(405, `Use this URL in an MCP client: ${mcp.url()}`), { allow: 'POST' }),

    callMcpServer: async ({ caller, request: { headers, body, address } }) => {
      const { authorization } = headers;
      // The tools need a token to call the API with, and a session has none.
      if (authorization === undefined)
        return errorResponse(unauthorized('The MCP server needs an API token, not a session'), {
          'www-authenticate': challengeOf(links),
        });
      const api = createOwnApi(send, links, { authorization, address });
      return mcpPostResponse(mcp.serverFor(caller, api), { headers, body });
    },
  };
};
