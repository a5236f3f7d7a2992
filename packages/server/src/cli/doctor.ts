import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { examineMail } from '../adapters/mail/index.ts';
import { describeEmbeddedPostgres, joinEmbeddedPostgres } from '../adapters/postgres-embedded/index.ts';
import { examineScripts } from '../adapters/workerd/index.ts';
import { countEmails, EXPIRY_DAYS } from '../domains/notifications/index.ts';
import { type Config, ConfigError, readConfig } from '../kernel/config.ts';
import { checkDatabase } from '../kernel/database/check-database.ts';
import { openDatabase } from '../kernel/database/database.ts';
import { readMigrations } from '../kernel/database/migrate.ts';
import { MIGRATIONS } from '../kernel/database/migrations-folder.ts';
import { VERSION } from '../version.ts';
import { examineFiles } from './files.ts';

/** The result of one check. */
interface Finding {
  readonly ok: boolean;
  readonly what: string;
  readonly detail: string;
}

const good = (what: string, detail: string): Finding => ({ ok: true, what, detail });
const bad = (what: string, detail: string): Finding => ({ ok: false, what, detail });

const checkSettings = (): { findings: Finding[]; config?: Config } => {
  try {
    return { findings: [good('Settings', 'valid')], config: readConfig(process.env) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { findings: error.problems.map((problem) => bad('Settings', problem)) };
  }
};

const nearestExisting = async (folder: string): Promise<string> => {
  const parent = path.dirname(folder);
  const exists = await access(folder).then(
    () => true,
    () => false,
  );
  return exists || parent === folder ? folder : nearestExisting(parent);
};

const checkFolder = async ({ dataDir }: Config): Promise<Finding> => {
  try {
    // Checks the nearest existing folder, because nothing may be created.
    const nearest = await nearestExisting(dataDir);
    await access(nearest, constants.R_OK | constants.W_OK);
    return good('Data folder', nearest === dataDir ? dataDir : `${dataDir}, not created yet`);
  } catch (error) {
    return bad('Data folder', `${dataDir}: ${(error as Error).message}`);
  }
};

const checkEmbedded = async ({ dataDir }: Config): Promise<Finding[]> => {
  const found = await describeEmbeddedPostgres({ dataDir });
  const version = found.version ? `, version ${found.version}` : '';
  const state = {
    absent: 'not created yet; the first start creates it',
    stopped: `stopped${version}`,
    running: `running${version}`,
  }[found.state];
  return [
    found.platformSupported
      ? good('Embedded PostgreSQL', state)
      : bad('Embedded PostgreSQL', 'no binaries for this platform: set DATABASE_URL'),
    ...found.problems.map((problem) => bad('Embedded PostgreSQL', problem)),
  ];
};

const databaseFindings = async (connectionString: string): Promise<Finding[]> => {
  try {
    const { version, migrations } = await checkDatabase(connectionString);
    const known = (await readMigrations(MIGRATIONS)).length;
    return [
      good('Database', version),
      migrations === known
        ? good('Migrations', `${migrations} of ${known}`)
        : bad('Migrations', `${migrations} of ${known} applied: run "lectern migrate"`),
      ...(migrations === known ? await checkEmailQueue(connectionString) : []),
    ];
  } catch (error) {
    return [bad('Database', (error as Error).message || 'does not respond')];
  }
};

const checkMail = async ({ smtp }: Config): Promise<Finding> => {
  if (!smtp) return good('Mail', 'not configured (SMTP_URL)');
  const problem = await examineMail({ ...smtp, timeoutMs: 10_000 });
  const { host } = new URL(smtp.url);
  return problem ? bad('Mail', `${host}: ${problem}`) : good('Mail', `${host} responds`);
};

const checkFiles = async (config: Config): Promise<Finding> => {
  const { where, problem } = await examineFiles(config);
  return problem
    ? bad('Files', `${where}: ${problem}`)
    : good('Files', `in ${where}${config.s3 ? ', which responds' : ''}`);
};

/** Whether scripts of integrations can run, and which isolation measures are active. Missing ones do not prevent scripts. */
const checkScripts = async ({ scripts }: Config): Promise<Finding[]> => {
  const found = await examineScripts(scripts);
  if ('problem' in found) return [good('Scripts', `disabled: ${found.problem}`)];
  return [
    good('Scripts', `run by workerd, in up to ${scripts.processes} processes`),
    ...found.measures.map(({ name, isOn, detail }) =>
      good(`Scripts, ${name}`, isOn ? detail : `inactive: ${detail}`),
    ),
  ];
};

/** Numbers of e-mails that were not delivered at once. */
const checkEmailQueue = async (connectionString: string): Promise<Finding[]> => {
  const database = openDatabase({ connectionString, maxConnections: 1 });
  try {
    const counts = await countEmails(database.db);
    const of = (state: 'due' | 'sending' | 'refused' | 'unknown' | 'expired') => counts.get(state) ?? 0;
    const countOf = (what: string, count: number, detail: string) =>
      count === 0 ? [] : [good(what, `${count}: ${detail}`)];
    return [
      ...countOf('Mails waiting', of('due'), `retried for up to ${EXPIRY_DAYS} days`),
      ...countOf('Mails refused', of('refused'), 'rejected by the mail server'),
      ...countOf('Mails expired', of('expired'), `not accepted within ${EXPIRY_DAYS} days`),
      ...countOf(
        'Mails unconfirmed',
        of('sending') + of('unknown'),
        'sent, but not confirmed by the mail server',
      ),
    ];
  } finally {
    await database.close();
  }
};

const runChecks = async (): Promise<Finding[]> => {
  const { findings, config } = checkSettings();
  const basics = [
    good('Lectern', VERSION),
    good('Node.js', `${process.version} on ${process.platform} ${process.arch}`),
    ...findings,
  ];
  if (!config) return basics;
  const checks = [
    ...basics,
    await checkFolder(config),
    await checkFiles(config),
    await checkMail(config),
    ...(await checkScripts(config)),
  ];
  if (config.databaseUrl) return [...checks, ...(await databaseFindings(config.databaseUrl))];
  const running = await joinEmbeddedPostgres({ dataDir: config.dataDir });
  return [
    ...checks,
    ...(await checkEmbedded(config)),
    ...(running ? await databaseFindings(running.connectionString) : []),
  ];
};

/** lectern doctor: checks everything that the server needs, without changes. */
export const doctorCommand = new Command('doctor').action(async () => {
  const findings = await runChecks();
  const width = Math.max(...findings.map(({ what }) => what.length));
  for (const { ok, what, detail } of findings)
    console.log(`${ok ? 'ok  ' : 'BAD '} ${what.padEnd(width)}  ${detail}`);
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
});
