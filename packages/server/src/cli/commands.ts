import type { Command } from 'commander';

/** The commands of `lectern`. The module of a command is loaded only when that command is called. */
export const COMMANDS: readonly [name: string, description: string, load: () => Promise<Command>][] = [
  ['serve', 'run the server', async () => (await import('./serve.ts')).serveCommand],
  ['migrate', 'migrate the database', async () => (await import('./migrate.ts')).migrateCommand],
  [
    'doctor',
    'check everything that a start needs, and name each problem',
    async () => (await import('./doctor.ts')).doctorCommand,
  ],
  ['user', 'manage users', async () => (await import('./user.ts')).userCommand],
  ['token', 'manage API tokens', async () => (await import('./token.ts')).tokenCommand],
  [
    'import',
    'import a folder, a ZIP archive or a git repository of Markdown, HTML and .docx into a space, and print the id of the revision',
    async () => (await import('./import.ts')).importCommand,
  ],
  [
    'export',
    'write a space as Markdown with its files, in a form that import reads back unchanged',
    async () => (await import('./export.ts')).exportCommand,
  ],
  [
    'openapi',
    'print the OpenAPI document of this API',
    async () => (await import('./openapi.ts')).openapiCommand,
  ],
  [
    'backup',
    'write database, files and keys into one file, with or without a running server',
    async () => (await import('./backup.ts')).backupCommand,
  ],
  [
    'restore',
    'restore a backup into an empty installation',
    async () => (await import('./restore.ts')).restoreCommand,
  ],
];
