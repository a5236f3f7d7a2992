import Type from 'typebox';
import { operation } from '../../kernel/contract/operation.ts';

const page = { method: 'GET', kind: 'page', responses: { 200: Type.String() } } as const;

/** The files of the console, a single-page application that uses the public API. */
export const consoleContract = {
  getConsole: operation({
    ...page,
    path: '/app',
    summary: 'Show the console',
    permission: 'authenticated',
  }),
  getConsolePage: operation({
    ...page,
    path: '/app/{consolePath}',
    hasRestParameter: true,
    summary: 'Show a page of the console; the target of `app` links',
    permission: 'authenticated',
  }),
  getConsoleAsset: operation({
    ...page,
    path: '/app/assets/{consoleFile}',
    summary: 'Get a script, style sheet or font of the console',
    permission: 'public',
    unlimited: true,
  }),
  getConsoleIcon: operation({
    ...page,
    path: '/app/icons/{iconName}',
    summary: 'Get an icon of content by its name, as a file with the symbol `icon`',
    permission: 'public',
    unlimited: true,
  }),
  getConsoleDiagramFile: operation({
    ...page,
    path: '/app/diagrams/{diagramPath}',
    hasRestParameter: true,
    summary: 'Get the script that draws diagrams, or a file of its frame below a version',
    permission: 'public',
    unlimited: true,
  }),
  getConsoleFont: operation({
    ...page,
    path: '/app/fonts/{fontPath}',
    hasRestParameter: true,
    summary: 'Get the style sheet of a font of sites, or one of its files',
    permission: 'public',
    unlimited: true,
  }),
};
