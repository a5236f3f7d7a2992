import { Command, InvalidArgumentError } from 'commander';
import { FIRST_ADMIN } from '../first-run.ts';
import { readConfig } from '../kernel/config.ts';
import { publishedUrl } from '../kernel/published-url.ts';
import type { RunningServer } from '../main.ts';
import { CommandError } from './command-error.ts';

const ROLES = ['api', 'worker'] as const;
type ServerRole = (typeof ROLES)[number];

const parseRoles = (text: string): ServerRole[] => {
  const roles = text.split(',').map((role) => role.trim());
  const wrong = roles.find((role) => !ROLES.includes(role as ServerRole));
  if (wrong !== undefined)
    throw new InvalidArgumentError(`It must be ${ROLES.join(', ')} or both, separated by a comma.`);
  return roles as ServerRole[];
};

const announce = ({ app, firstRun }: RunningServer, roles: readonly ServerRole[], isNamed: boolean) => {
  const url = app.publicUrl();
  if (!roles.includes('api')) {
    console.log('\nLectern works through its jobs. Ctrl-C stops it.\n');
    // It does not listen there: whoever answers requests does, if it is the same machine.
    if (!isNamed) console.log(`PUBLIC_URL is not set: links in what it sends begin with ${url}.\n`);
    return;
  }
  const lines = firstRun
    ? [
        `Lectern is running at ${url}`,
        '',
        `  Administrator  ${firstRun.email}`,
        `  Token          ${firstRun.token}`,
        '                 Shown only once. To create another one: npx lectern token create',
        `  Sign in        ${app.services.signIn.linkUrl(firstRun.signIn)}`,
        '                 Works once, within a day. To create another one: npx lectern user sign-in',
        `  Sample site    ${publishedUrl(app.kernel.links, firstRun.site)}`,
        ...(firstRun.docs ? [`  Documentation  ${publishedUrl(app.kernel.links, firstRun.docs.site)}`] : []),
        '',
        'Try the API:',
        '',
        `  curl -H "Authorization: Bearer ${firstRun.token}" ${url}/v1/orgs`,
        '',
        `API reference: ${url}/docs/api. Ctrl-C stops everything.`,
      ]
    : [
        `Lectern is running at ${url}`,
        '',
        `To create a token: npx lectern token create --user ${FIRST_ADMIN}`,
        `API reference: ${url}/docs/api. Ctrl-C stops everything.`,
      ];
  console.log(`\n${lines.join('\n')}\n`);
};

const explain = (error: unknown, ListenError: new (message: string) => Error): unknown => {
  if (error instanceof ListenError) return new CommandError(error.message);
  const { code } = error as { code?: string };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return new CommandError(
      'The database of DATABASE_URL does not answer. Is it running, and is the address right?',
    );
  return error;
};

/** lectern serve: runs the server until it is told to stop. */
export const serveCommand = new Command('serve')
  .option('--role <roles>', 'api, worker or both: what this process does', parseRoles, [...ROLES])
  .action(async ({ role }: { role: ServerRole[] }) => {
    const config = readConfig(process.env);
    const { run, ListenError } = await import('../main.ts');
    const starting = run(config, role, (message) => console.log(message));
    let stopping = false;
    // Also while it starts: what was begun is finished first, so that no database is left behind.
    const stop = () => {
      // Whoever asks twice does not want to wait; the next start looks after what is left.
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => {
        console.error(
          `Requests or jobs did not finish within ${config.shutdownSeconds} seconds (LECTERN_SHUTDOWN_SECONDS): exiting without them.`,
        );
        process.exit(1);
      }, config.shutdownSeconds * 1000).unref();
      starting
        .then((server) => server.stop())
        .then(
          () => process.exit(0),
          () => process.exit(1),
        );
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    const server = await starting.catch((error) => {
      throw explain(error, ListenError);
    });
    if (stopping) return;
    announce(server, role, config.publicUrl !== undefined);
  });
