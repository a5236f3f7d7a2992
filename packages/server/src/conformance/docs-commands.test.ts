import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../cli/commands.ts';
import { describeDomains } from '../describe-domains.ts';
import { SETTINGS } from '../kernel/settings.ts';
import { fencesIn, inlineCodeIn, ROOT, readDocsFiles } from './docs-files.ts';
import { type Entry, entriesOf } from './operations.ts';
import { commandsOfTranscript, parseShell, type ShellCommand } from './shell-commands.ts';

const files = readDocsFiles();
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

const SETTING_NAMES = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
// Variables of the tests and tools, which are not settings of the server.
const TOOL_VARIABLES = new Set([
  'CHROMIUM_PATH',
  'SIMPLESAMLPHP_PATH',
  'LECTERN_CORPORA',
  'PROPERTY_RUNS',
  'PROPERTY_SEED',
  'FUZZ_RUNS',
  'FUZZ_SEED',
  'UPDATE_MISSING',
  'UPDATE_REPORT',
  'GITBOOK_ENDPOINT',
  'GITBOOK_OAUTH_ENDPOINT',
  'GITBOOK_TOKEN',
]);
const SETTING = /\b(?:LECTERN|S3|LLM|DEEPL|LIBRETRANSLATE|SMTP|MAIL)_[A-Z][A-Z_]*[A-Z]\b/g;
// Placeholders of examples for the address of the server, and the addresses of its examples.
const SERVER = /^(?:\$LECTERN|\$SERVER|http:\/\/127\.0\.0\.1:3000|https:\/\/docs\.example\.com)(?=\/)/;
const SITE = /^http:\/\/my-organization\.localhost:3000\//;
// An address of a site, in an example.
const SITE_REQUEST = 'GET /guides';
const OTHER_PROGRAMS = new Set(['cd', 'claude', 'for', 'git', 'gitbook', 'jq']);

let entries: readonly Entry[];
let commands: ReadonlyMap<string, Command>;
beforeAll(async () => {
  entries = entriesOf(describeDomains('http://127.0.0.1:3000').domains);
  commands = new Map(
    await Promise.all(COMMANDS.map(async ([name, , load]) => [name, await load()] as const)),
  );
});

const isParameter = (segment: string) => /^[{<$]/.test(segment);

/** Whether a documented path is that of an operation: each parameter stands for one, and other parts are equal. */
const matches = (documented: readonly string[], known: readonly string[], isWhole: boolean): boolean => {
  if (isWhole ? documented.length !== known.length : documented.length > known.length) return false;
  const end = known.slice(known.length - documented.length);
  return documented.every((segment, at) =>
    isParameter(segment)
      ? end[at]!.startsWith('{')
      : end[at] === segment || (isWhole && end[at]!.startsWith('{')),
  );
};

/** Whether the operation table has this method and path; `…` stands for the beginning or the end of one. */
const isOperation = (method: string, address: string): boolean => {
  const [route] = address.split('?') as [string];
  const isWhole = !route.startsWith('…');
  const isBeginning = route.endsWith('/…');
  const documented = route.split('/').filter((segment) => segment !== '' && segment !== '…');
  return entries.some(({ operation, path: known }) => {
    if (operation.method !== method) return false;
    const all = known.split('/').filter(Boolean);
    const segments = isBeginning ? all.slice(0, documented.length + 1) : all;
    return matches(documented, segments, isWhole) || matches(['v1', ...documented], segments, isWhole);
  });
};

const checkCurl = (words: readonly string[], variables: ReadonlyMap<string, string>): string[] => {
  const optionValue = (option: string) => words[words.indexOf(option) + 1];
  const sendsBody = words.some((word) => ['-d', '-F', '--data'].includes(word));
  const method = words.includes('-X') ? optionValue('-X')! : sendsBody ? 'POST' : 'GET';
  const addresses = words
    .slice(1)
    .map((word) => word.replace(/^\$(\w+)/, (found, name: string) => variables.get(name) ?? found))
    .filter((word) => SERVER.test(word) || /^https?:/.test(word));
  if (addresses.length === 0 && !words.includes('-L')) return ['curl without an address of the server'];
  return addresses
    .filter((address) => !SITE.test(address))
    .filter((address) => !SERVER.test(address) || !isOperation(method, address.replace(SERVER, '')))
    .map((address) => `no operation ${method} ${address}`);
};

const checkLectern = (words: readonly string[]): string[] => {
  const [name = '', ...rest] = words;
  if (name === '') return [];
  if (name.startsWith('-')) return ['--help', '--version'].includes(name) ? [] : [`no option ${name}`];
  const outer = commands.get(name);
  if (!outer) return name === '<command>' ? [] : [`no command lectern ${name}`];
  const [inner] = rest;
  const nested = outer.commands.find((one) => one.name() === inner);
  if (outer.commands.length > 0 && !nested) return [`no command lectern ${name} ${inner ?? ''}`];
  const command = nested ?? outer;
  const args = nested ? rest.slice(1) : rest;
  const unknown = args.filter(
    (word) =>
      word.startsWith('--') && word !== '--help' && !command.options.some(({ long }) => long === word),
  );
  return unknown.map((word) => `no option ${word} of lectern ${words.join(' ')}`);
};

const sources = readdirSync(path.join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' });

const checkNpx = ([tool = '', ...rest]: readonly string[]): string[] => {
  if (tool === 'lectern') return checkLectern(rest);
  if (!['vitest', 'tsx', 'tsc', 'biome', 'knip'].includes(tool)) return [`no tool ${tool}`];
  return rest
    .filter((word) => word.includes('/') && !word.startsWith('-'))
    .filter((word) => !existsSync(path.join(ROOT, word)))
    .filter((word) => !sources.some((file) => `packages/${file}`.includes(word)))
    .map((word) => `no file ${word}`);
};

const checkNpm = ([verb = '', name = '']: readonly string[]): string[] => {
  const script = verb === 'run' ? name : verb;
  return verb === 'install' || Object.hasOwn(scripts, script) ? [] : [`no script npm ${verb} ${name}`];
};

const checkCommand = ({ variables, words }: ShellCommand, defined: ReadonlyMap<string, string>): string[] => {
  const [program, ...rest] = words;
  if (program === undefined) return [];
  const unknown = variables.filter((name) => !SETTING_NAMES.has(name) && !TOOL_VARIABLES.has(name));
  const problems = unknown.map((name) => `no setting ${name}`);
  if (program === 'npm') return [...problems, ...checkNpm(rest)];
  if (program === 'npx') return [...problems, ...checkNpx(rest)];
  if (program === 'curl') return [...problems, ...checkCurl(words, defined)];
  return OTHER_PROGRAMS.has(program) ? problems : [...problems, `no known program ${program}`];
};

/** The variables that a script sets, by name. */
const assignmentsIn = (script: string): [string, string][] =>
  [...script.matchAll(/^(?:\$ )?([A-Z]+)=(\S+)$/gm)].map(([, name, value]) => [name!, value!]);

/** The problems of the commands in the fenced blocks of a text. */
const commandProblems = (text: string): string[] => {
  const shown = fencesIn(text).filter(({ language }) => ['sh', 'bash', 'console'].includes(language));
  const defined = new Map(shown.flatMap(({ code }) => assignmentsIn(code)));
  return shown.flatMap(({ language, code }) =>
    parseShell(language === 'console' ? commandsOfTranscript(code) : code).flatMap((command) =>
      checkCommand(command, defined),
    ),
  );
};

/** The problems of operations, commands and settings that a text names in inline code. */
const inlineProblems = (text: string): string[] =>
  inlineCodeIn(text).flatMap((code) => {
    const [, method, address] = /^(GET|POST|PUT|PATCH|DELETE) ([/…]\S*)$/.exec(code) ?? [];
    if (method !== undefined)
      return code === SITE_REQUEST || isOperation(method, address!) ? [] : [`no operation ${code}`];
    if (/^(?:npx|npm) /.test(code))
      return parseShell(code).flatMap((command) => checkCommand(command, new Map()));
    return [];
  });

describe('commands of the documentation', () => {
  test.each(files)('$path: every command, operation and setting exists', ({ text }) => {
    expect([...commandProblems(text), ...inlineProblems(text)]).toEqual([]);
    const settings = [...text.matchAll(SETTING)].map(([name]) => name);
    expect(settings.filter((name) => !SETTING_NAMES.has(name) && !TOOL_VARIABLES.has(name))).toEqual([]);
  });

  test('the reference of the command line lists every command with its options', () => {
    const { text } = files.find((file) => file.path === 'docs/reference/command-line.md')!;
    const listed = [...text.matchAll(/^\| `([a-z -]+)` \|([^|]*)\|/gm)].map(([, name, cell]) => [
      name,
      [...cell!.matchAll(/--[a-z-]+/g)].map(([option]) => option).toSorted(),
    ]);
    const existing = [...commands].flatMap(([name, command]) =>
      (command.commands.length > 0 ? command.commands : [command]).map((one) => [
        one === command ? name : `${name} ${one.name()}`,
        one.options.map(({ long }) => long!).toSorted(),
      ]),
    );
    expect(listed).toEqual(existing);
  });

  test('wrong commands are found', () => {
    const block = (script: string) => commandProblems(`\`\`\`sh\n${script}\n\`\`\`\n`);
    expect(block('npm run absent')).toEqual(['no script npm run absent']);
    expect(block('npx lectern absent')).toEqual(['no command lectern absent']);
    expect(block('npx lectern user absent')).toEqual(['no command lectern user absent']);
    expect(block('npx lectern user leave --email a --role x')).toEqual([
      'no option --role of lectern user leave --email a --role x',
    ]);
    expect(block('curl -X PUT "$LECTERN/v1/orgs/$ORG"')).toEqual(['no operation PUT $LECTERN/v1/orgs/$ORG']);
    expect(block("API=http://127.0.0.1:3000/v1\ncurl $API/absent -d '{}'")).toEqual([
      'no operation POST http://127.0.0.1:3000/v1/absent',
    ]);
    expect(block('curl -L "$(curl $SERVER/v1/absent)"')).toEqual(['no operation GET $SERVER/v1/absent']);
    expect(block('LECTERN_ABSENT=1 npm start')).toEqual(['no setting LECTERN_ABSENT']);
    expect(block('npx vitest run packages/absent')).toEqual(['no file packages/absent']);
    expect(block('rm -rf data')).toEqual(['no known program rm']);
    expect(inlineProblems('`GET /orgs/{id}/absent`, `DELETE …/absent/{id}`, `npx lectern absent`')).toEqual([
      'no operation GET /orgs/{id}/absent',
      'no operation DELETE …/absent/{id}',
      'no command lectern absent',
    ]);
    expect(commandProblems('```console\n$ npm start\nnpm run absent\n```\n')).toEqual([]);
  });
});
