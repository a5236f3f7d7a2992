import type { ItemOf, Response } from '../../api/operations.ts';

/** The path of the MCP servers of a site. */
export const SERVERS = '/orgs/{organizationId}/sites/{siteId}/mcp-servers';

/** The path of one MCP server. */
export const SERVER = '/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}';

/** An MCP server of a site. */
export type McpServer = ItemOf<typeof SERVERS>;

/** The result of a connection to an MCP server. */
export type McpServerCheck = Response<'POST', `${typeof SERVER}/check`>;

/** What the API shows instead of the value of a header, and takes for “the same as before”. */
const HIDDEN = '••••••••';

/** A header in the form. The values of stored headers are not known here. */
export interface HeaderDraft {
  /** Identifies the row while it is edited. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly isStored: boolean;
}

/** The headers of a server for the form. */
export const draftsOf = (headers: McpServer['headers']): HeaderDraft[] =>
  Object.keys(headers).map((name, key) => ({ key, name, value: '', isStored: true }));

/** The headers of the form for the API; rows without a name and a value are left out. */
export const headersOf = (drafts: readonly HeaderDraft[]): McpServer['headers'] =>
  Object.fromEntries(
    drafts
      .map(({ name, value, isStored }) => [name.trim(), value.trim() || (isStored ? HIDDEN : '')] as const)
      .filter(([name, value]) => name !== '' || value !== ''),
  );
