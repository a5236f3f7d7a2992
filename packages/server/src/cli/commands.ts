import type { Command } from 'commander';

/** The commands of `lectern`. The module of a command is loaded only when that command is called. */
export const COMMANDS: readonly [name: string, description: string, load: () => Promise<Command>][] = [
  ['serve', 'run the server', async () => (await import('./serve.ts')).serveCommand],
  ['migrate', 'migrate the database', async () => (await import('./migrate.ts')).migrateCommand],
  [
    'doctor',
    'check the settings, the database and other requirements of the server',
    async () => (await import('./doctor.ts')).doctorCommand,
  ],
  ['user', 'manage users', async () => (await import('./user.ts')).userCommand],
  ['token', 'manage API tokens', async () => (await import('./token.ts')).tokenCommand],
  [
    'import',
    'import Markdown, HTML and .docx files into a space',
    async () => (await import('./import.ts')).importCommand,
  ],
  ['export', 'export a space as Markdown files', async () => (await import('./export.ts')).exportCommand],
  [
    'openapi',
    'print the OpenAPI document of the API',
    async () => (await import('./openapi.ts')).openapiCommand,
  ],
  [
    'backup',
    'back up the database, files and keys to one file',
    async () => (await import('./backup.ts')).backupCommand,
  ],
  [
    'restore',
    'restore a backup into an empty installation',
    async () => (await import('./restore.ts')).restoreCommand,
  ],
];
