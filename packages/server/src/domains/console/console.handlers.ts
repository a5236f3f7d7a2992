import type { Handlers } from '../../kernel/contract/operation.ts';
import type { consoleContract } from './console.contract.ts';
import type { ConsoleService } from './console.service.ts';
import type { DiagramsService } from './diagrams.service.ts';
import type { FontsService } from './fonts.service.ts';

/** Maps operations to service calls and responses. */
export const consoleHandlers = (
  service: ConsoleService,
  diagrams: DiagramsService,
  fonts: FontsService,
): Handlers<typeof consoleContract> => ({
  getConsole: async ({ request }) => service.page(request.headers['accept-encoding']?.toString()),
  getConsolePage: async ({ request }) => service.page(request.headers['accept-encoding']?.toString()),
  getConsoleAsset: async ({ request, params }) =>
    service.asset(params.consoleFile, request.headers['accept-encoding']?.toString()),
  getConsoleIcon: async ({ params }) => service.icon(params.iconName),
  getConsoleDiagramFile: async ({ request, params }) =>
    diagrams.file(params.diagramPath, request.headers['accept-encoding']?.toString()),
  getConsoleFont: async ({ params }) => fonts.file(params.fontPath),
});
