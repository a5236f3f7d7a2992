import { Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../kernel/config.ts';
import { publishedUrl } from '../kernel/published-url.ts';
import type { RunningServer } from '../main.ts';
import { CommandError } from './command-error.ts';
import { onStopSignals } from './stop-signals.ts';

const ROLES = ['api', 'worker'] as const;
type ServerRole = (typeof ROLES)[number];

const parseRoles = (text: string): ServerRole[] => {
  const roles = text.split(',').map((role) => role.trim());
  const wrong = roles.find((role) => !ROLES.includes(role as ServerRole));
  if (wrong !== undefined)
    throw new InvalidArgumentError(`Expected ${ROLES.join(', ')}, or both separated by a comma.`);
  return roles as ServerRole[];
};

const printStart = (
  { app, firstRun, setupLink, administrator = '<e-mail address>' }: RunningServer,
  roles: readonly ServerRole[],
  hasPublicUrl: boolean,
) => {
  const url = app.publicUrl();
  if (!roles.includes('api')) {
    console.log('\nLectern runs background jobs. Ctrl-C stops it.\n');
    // A worker does not listen, so the URL is a guess.
    if (!hasPublicUrl)
      console.log(`PUBLIC_URL is not set: links in e-mails and webhooks start with ${url}.\n`);
    return;
  }
  if (setupLink !== undefined) {
    console.log(
      `\n${[
        `Lectern is running at ${url}`,
        '',
        `  Set up  ${setupLink}`,
        '          Creates the first administrator. The link works once; keep it to yourself.',
        '',
        'Ctrl-C stops everything.',
      ].join('\n')}\n`,
    );
    return;
  }
  const lines = firstRun
    ? [
        `Lectern is running at ${url}`,
        '',
        `  Open           ${app.services.signIn.linkUrl(firstRun.signIn)}`,
        '                 Signs you in, once, within a day. To create another one:',
        `                 npx lectern user sign-in --email ${firstRun.email}`,
        `  Administrator  ${firstRun.email}`,
        `  Token          ${firstRun.token}`,
        '                 Shown only once. To create another one:',
        `                 npx lectern token create --user ${firstRun.email}`,
        ...(firstRun.sample ? [`  Sample site    ${publishedUrl(app.kernel.links, firstRun.sample)}`] : []),
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
        `To sign in: ${url}/app, or npx lectern user sign-in --email ${administrator}`,
        `To create a token: npx lectern token create --user ${administrator}`,
        `API reference: ${url}/docs/api. Ctrl-C stops everything.`,
      ];
  console.log(`\n${lines.join('\n')}\n`);
};

const explain = (error: unknown, ListenError: new (message: string) => Error): unknown => {
  if (error instanceof ListenError) return new CommandError(error.message);
  const { code } = error as { code?: string };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return new CommandError(
      'The database at DATABASE_URL does not respond. Check that it is running and that the URL is correct.',
    );
  return error;
};

/** lectern serve: runs the server until it is stopped. */
export const serveCommand = new Command('serve')
  .option('--role <roles>', 'roles of this process: api, worker, or both', parseRoles, [...ROLES])
  .action(async ({ role }: { role: ServerRole[] }) => {
    const config = readConfig(process.env);
    const { run, ListenError } = await import('../main.ts');
    const starting = run(config, role, (message) => console.log(message));
    let stopping = false;
    // Also during the start, which is completed first, so that no database keeps running.
    const stop = () => {
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
    // A second signal exits at once; the next start recovers.
    onStopSignals(stop, () => process.exit(1));
    const server = await starting.catch((error) => {
      throw explain(error, ListenError);
    });
    if (stopping) return;
    printStart(server, role, config.publicUrl !== undefined);
  });
