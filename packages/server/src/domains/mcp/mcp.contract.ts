import Type from 'typebox';
import { operation } from '../../kernel/contract/operation.ts';

const Text = Type.String();

/** The path of the MCP server. */
export const MCP_PATH = '/mcp';

/** Where MCP clients learn how to get a token. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

/** The MCP server for members of organizations: tools that read, search, comment and propose changes. */
export const mcpContract = {
  getMcpMetadata: operation({
    method: 'GET',
    path: METADATA_PATH,
    kind: 'content',
    summary: 'Get the authorization server of the MCP server (RFC 9728)',
    permission: 'public',
    responses: { 200: Text },
  }),
  getMcpServer: operation({
    method: 'GET',
    path: MCP_PATH,
    kind: 'page',
    summary: 'Tell browsers how to use the MCP server',
    permission: 'public',
    responses: { 200: Text },
  }),
  callMcpServer: operation({
    method: 'POST',
    path: MCP_PATH,
    kind: 'page',
    summary: 'Send messages of the Model Context Protocol',
    permission: 'authenticated',
    // Each tool needs the scopes of the operations that it calls.
    scope: 'space',
    onlyReads: true,
    bodyLimit: 4 * 1024 * 1024,
    responses: { 200: Text },
  }),
};
