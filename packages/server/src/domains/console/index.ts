import { domain } from '../../kernel/contract/domain.ts';
import { consoleContract } from './console.contract.ts';
import { consoleHandlers } from './console.handlers.ts';
import { type ConsoleIcons, createConsoleService } from './console.service.ts';
import { createDiagramsService } from './diagrams.service.ts';
import { createFontsService } from './fonts.service.ts';

/** The console: the application in which people write, review and publish. */
export const createConsole = (icons: ConsoleIcons) => ({
  domain: domain({
    name: 'console',
    contract: consoleContract,
    handlers: consoleHandlers(createConsoleService(icons), createDiagramsService(), createFontsService()),
  }),
});
