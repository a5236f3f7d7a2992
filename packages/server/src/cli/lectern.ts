import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { CommandError, isExpected } from './command-error.ts';

// A command's own module, and all that it needs, is loaded only when that command is asked for.
const COMMANDS: readonly [name: string, description: string, load: () => Promise<Command>][] = [
  ['serve', 'run the server', async () => (await import('./serve.ts')).serveCommand],
  ['migrate', 'bring the database up to date', async () => (await import('./migrate.ts')).migrateCommand],
  [
    'doctor',
    'look at what a start needs, and say what is wrong',
    async () => (await import('./doctor.ts')).doctorCommand,
  ],
  ['user', 'people with accounts', async () => (await import('./user.ts')).userCommand],
  ['token', 'API tokens', async () => (await import('./token.ts')).tokenCommand],
  [
    'import',
    'make a space what a folder, a ZIP archive or a git repository of Markdown, HTML and .docx says, and print the revision, alone; what is the same stays as it is',
    async () => (await import('./import.ts')).importCommand,
  ],
  [
    'export',
    'write a space as Markdown with its files, in a form that import takes back without a change',
    async () => (await import('./export.ts')).exportCommand,
  ],
  [
    'openapi',
    'print the OpenAPI document of this API',
    async () => (await import('./openapi.ts')).openapiCommand,
  ],
  [
    'backup',
    'write database, files and keys into one file, while the server runs or without it',
    async () => (await import('./backup.ts')).backupCommand,
  ],
  [
    'restore',
    'make an empty installation what it was when a backup was made',
    async () => (await import('./restore.ts')).restoreCommand,
  ],
];

const [first, second] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const asked = first === 'help' ? second : first;

const program = new Command('lectern')
  .description(
    'A self-hosted documentation platform. Settings come from the environment: see docs/configuration.md.',
  )
  .version(VERSION)
  .configureHelp({ subcommandTerm: (command) => command.name() })
  .showHelpAfterError();
for (const [name, description, load] of COMMANDS)
  program.addCommand((name === asked ? await load() : new Command(name)).description(description));

try {
  await program.parseAsync();
} catch (error) {
  console.error(isExpected(error) ? error.message : error);
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}
