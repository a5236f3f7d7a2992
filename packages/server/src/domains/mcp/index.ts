import { domain } from '../../kernel/contract/domain.ts';
import type { SendInternalRequest } from '../../kernel/http.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { mcpContract } from './mcp.contract.ts';
import { challengeOf, mcpHandlers } from './mcp.handlers.ts';
import { createMcpService } from './mcp.service.ts';

/** The MCP server for members of organizations. */
export const createMcp = (kernel: Kernel, sendInternalRequest: SendInternalRequest) => ({
  domain: domain({
    name: 'mcp',
    contract: mcpContract,
    challenge: () => challengeOf(kernel.links),
    handlers: mcpHandlers(createMcpService(kernel), sendInternalRequest, kernel.links),
  }),
});
