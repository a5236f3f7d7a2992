import { createHash } from 'node:crypto';
import { EngineError } from '../../../kernel/engine-error.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { McpFailure, withMcpServer } from '../../../kernel/mcp-client.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import type { CallableMcpServer, McpServersService } from '../../sites/index.ts';
import { readToolCalls, type SiteTool, type ToolCall, toolPrompt } from './tool-plan.ts';

interface Dependencies extends Pick<Kernel, 'egress' | 'languageModel'> {
  readonly mcpServers: Pick<McpServersService, 'callable'>;
}

/** The result of a tool: material for an answer, which no page is a source of. */
export interface ToolResult {
  readonly server: string;
  readonly tool: string;
  readonly text: string;
}

/** A question that tools may help to answer. */
export interface ToolQuestion {
  readonly text: string;
  readonly earlier: readonly string[];
  readonly signal: AbortSignal;
  /** Called with each tool that was called. */
  readonly onCall?: ((tool: SiteTool) => void) | undefined;
}

/** The tools of a site that may be called, with their servers. */
export interface OfferedTools {
  readonly servers: readonly CallableMcpServer[];
  readonly tools: readonly SiteTool[];
}

const LIST_MS = 5000;
const CALL_MS = 15_000;
// Also of servers that do not respond, so that they do not delay every question.
const LIST_TTL_MS = 60_000;
const MAX_LISTS = 500;
const MAX_TOOLS = 40;

const fingerprint = (server: CallableMcpServer): string =>
  createHash('sha256').update(JSON.stringify(server)).digest('base64url');

/** Calls tools of the MCP servers of a site, where a language model finds that they help to answer a question. */
export const createSiteToolsService = ({ egress, languageModel, mcpServers }: Dependencies) => {
  const lists = createPromiseCache<readonly SiteTool[]>({ max: MAX_LISTS, ttl: LIST_TTL_MS });

  const toolsOf = (server: CallableMcpServer): Promise<readonly SiteTool[]> =>
    lists.get(fingerprint(server), async () => {
      const { id, name } = server;
      try {
        const tools = await withMcpServer(egress, server, { timeoutMs: LIST_MS }, (one) => one.tools());
        // A question must not change anything: visitors write it, and nobody confirms the call.
        return tools.filter((tool) => tool.isReadOnly).map((tool) => ({ server: { id, name }, tool }));
      } catch (error) {
        if (error instanceof McpFailure) return [];
        throw error;
      }
    });

  const callOne = async (
    { servers }: OfferedTools,
    { tool: { server, tool }, input }: ToolCall,
    signal: AbortSignal,
  ): Promise<ToolResult[]> => {
    const target = servers.find(({ id }) => id === server.id)!;
    try {
      const limits = { timeoutMs: CALL_MS, signal };
      const text = await withMcpServer(egress, target, limits, (one) => one.call(tool.name, input));
      return text ? [{ server: server.name, tool: tool.title ?? tool.name, text }] : [];
    } catch (error) {
      if (error instanceof McpFailure) return [];
      throw error;
    }
  };

  return {
    /** The tools that may be called for questions to a site. */
    offered: async (organizationId: string, siteId: string): Promise<OfferedTools> => {
      const servers = await mcpServers.callable({ organization_id: organizationId, id: siteId });
      const tools = (await Promise.all(servers.map(toolsOf))).flat().slice(0, MAX_TOOLS);
      return { servers, tools };
    },

    /** Has the language model choose tools, and calls them; without those that fail. */
    consult: async (offered: OfferedTools, question: ToolQuestion): Promise<ToolResult[]> => {
      const { text, earlier, signal, onCall } = question;
      if (!languageModel || offered.tools.length === 0) return [];
      let calls: readonly ToolCall[];
      try {
        calls = readToolCalls(
          await languageModel.complete(toolPrompt(text, earlier, offered.tools)),
          offered.tools,
        );
      } catch (error) {
        if (error instanceof EngineError) return [];
        throw error;
      }
      if (signal.aborted) return [];
      for (const { tool } of calls) onCall?.(tool);
      return (await Promise.all(calls.map((call) => callOne(offered, call, signal)))).flat();
    },
  };
};

/** Calls tools of the MCP servers of a site. */
export type SiteToolsService = ReturnType<typeof createSiteToolsService>;
