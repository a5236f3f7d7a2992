import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import { mcpGetResponse, mcpPostResponse } from '../../../kernel/mcp-server.ts';
import type { ThemeService } from '../rendering/theme.service.ts';
import { GITBOOK_PREFIX } from '../site/page-urls.ts';
import type { Visit } from '../site/visit.ts';
import type { SiteTool } from './mcp-tools.ts';
import { NOT_FOUND } from './plain-responses.ts';

interface Dependencies {
  readonly tools: Readonly<Record<string, SiteTool>>;
  readonly theme: ThemeService;
}

/** Whether a path of a site is that of its MCP server. */
export const isMcp = ([prefix, name, ...more]: readonly string[]): boolean =>
  prefix === GITBOOK_PREFIX && name === 'mcp' && more.length === 0;

const mcpUrl = ({ url }: Visit): string => `${url}/${GITBOOK_PREFIX}/mcp`;

/** Makes the MCP servers of sites. */
export const createMcpService = ({ tools, theme }: Dependencies) => {
  const toolsFor = (visit: Visit, address: string) =>
    Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => [
        name,
        {
          ...tool,
          call: async (input: never) => {
            const text = await tool.call(visit, input, address);
            if (text === undefined) throw new ApiError(404, 'This site has no page at this address.');
            return text;
          },
        },
      ]),
    );

  /** Whether the owner of the site enabled the MCP server. */
  const isEnabled = async (visit: Visit): Promise<boolean> => {
    const { home } = visit.structure;
    return home !== undefined && (await theme.customizationOf(visit, home)).pageActions.mcp;
  };

  return {
    /** The response to a GET request, mostly of a browser. */
    get: async (visit: Visit): Promise<PageResponse> =>
      (await isEnabled(visit)) ? mcpGetResponse(mcpUrl(visit)) : NOT_FOUND,

    /** The response to messages of an MCP client. */
    post: async (
      visit: Visit,
      { headers, body, address }: Pick<BrowserRequest, 'headers' | 'body' | 'address'>,
    ): Promise<PageResponse> => {
      if (!(await isEnabled(visit))) return NOT_FOUND;
      const server = { name: visit.site.title, url: mcpUrl(visit), tools: toolsFor(visit, address) };
      return mcpPostResponse(server, { headers, body });
    },
  };
};

/** MCP servers of sites. */
export type McpService = ReturnType<typeof createMcpService>;
