import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** A security measure for scripts, and whether this system supports it. */
export interface Measure {
  readonly name: string;
  readonly isOn: boolean;
  /** What it does, or how to enable it. */
  readonly detail: string;
}

/** How workerd is started on this system. */
export interface Launch {
  /** The command before the arguments of workerd. */
  readonly command: readonly string[];
  /** The binary to pass as an open file, if its user cannot read the folder. */
  readonly opened: string | undefined;
  /** Whether a shell terminates it when this server ends. */
  readonly isWatched: boolean;
  /** The user id that must own the sockets. */
  readonly owner: number | undefined;
  readonly measures: readonly Measure[];
}

const NOBODY = 65534;
const OPENED = '/proc/self/fd/3';
const PROBE_MS = 10_000;
/** V8 reserves half a gigabyte at start. */
const DATA_AT_START_MEGABYTES = 1024;

// Terminates the program when the pipe from this server closes, however the server ends.
const WATCH = '(read -r _ <&4; kill -9 $$) 2>&- 3<&- & exec "$@" 4<&-';

/** A measure that a command prefix enables; the first working prefix is used. */
interface MeasureOption {
  readonly name: string;
  readonly prefixes: readonly (readonly string[])[];
  readonly on: string;
  readonly off: string;
}

/** Runs a program; resolves with the error message if it fails. */
const runProgram = (prefixes: readonly string[], opened: string | undefined): Promise<string | undefined> =>
  new Promise((resolve) => {
    const file = opened === undefined ? undefined : openSync(opened, 'r');
    const [command, ...args] = prefixes;
    const child = spawn(command!, args, {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', file ?? 'ignore'],
      timeout: PROBE_MS,
      killSignal: 'SIGKILL',
    });
    if (file !== undefined) closeSync(file);
    let output = '';
    child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString().slice(0, 1000)));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : output.trim() || `${code ?? signal}`),
    );
  });

const measureOptions = (isRoot: boolean, memoryMegabytes: number): readonly MeasureOption[] => [
  {
    name: 'limits',
    prefixes: [
      [
        'prlimit',
        '--core=0',
        '--fsize=0',
        '--nofile=4096',
        `--data=${(DATA_AT_START_MEGABYTES + 2 * memoryMegabytes) * 1024 * 1024}`,
        '--',
      ],
    ],
    on: 'memory and open files are limited by the system',
    off: 'install util-linux (prlimit)',
  },
  {
    name: 'network',
    prefixes: isRoot ? [['unshare', '--net', '--']] : [['unshare', '--user', '--net', '--']],
    on: 'a network namespace without any network',
    off: isRoot
      ? 'install util-linux (unshare) and allow namespaces (CAP_SYS_ADMIN in a container)'
      : 'install util-linux (unshare) and allow user namespaces (kernel.unprivileged_userns_clone=1, and no AppArmor or seccomp rule against them)',
  },
  {
    name: 'privileges',
    prefixes: [['setpriv', '--no-new-privs', '--']],
    on: 'no new privileges',
    off: 'install util-linux (setpriv)',
  },
  {
    name: 'parent',
    prefixes: [['setpriv', '--pdeathsig', 'KILL', '--']],
    on: 'ends with the server, however that ends',
    off: 'a shell watches over it: install util-linux 2.33 or later (setpriv --pdeathsig) to do without',
  },
];

const asNobody = (program: string): readonly string[] => [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--inh-caps=-all',
  '--bounding-set=-all',
  '--no-new-privs',
  '--pdeathsig',
  'KILL',
  '--',
  program,
];

/** Tries the security measures of this system, one after the other; throws if workerd itself does not run. */
export const planLaunch = async (
  binary: string,
  memoryMegabytes: number,
  tryRun: typeof runProgram = runProgram,
): Promise<Launch> => {
  const problem = await tryRun([binary, '--version'], undefined);
  if (problem) throw new Error(`workerd does not run here: ${problem.split('\n')[0]}`);
  const isRoot = process.getuid?.() === 0;
  const measures: Measure[] = [];
  let before: readonly string[] = [];
  let program = binary;
  let opened: string | undefined;
  for (const { name, prefixes, on, off } of measureOptions(isRoot, memoryMegabytes)) {
    const found = await firstWorking(prefixes, (some) =>
      tryRun([...before, ...some, binary, '--version'], undefined),
    );
    if (found) before = [...before, ...found];
    measures.push({ name, isOn: found !== undefined, detail: found ? on : off });
  }
  if (isRoot) {
    const paths = [binary, OPENED];
    const path = await firstWorking(paths, (one) =>
      tryRun([...before, ...asNobody(one), '--version'], one === OPENED ? binary : undefined),
    );
    if (path) {
      before = [...before, ...asNobody(path).slice(0, -1)];
      program = path;
      opened = path === OPENED ? binary : undefined;
    }
    measures.push({
      name: 'user',
      isOn: path !== undefined,
      detail: path
        ? `runs as uid ${NOBODY}, without any capability`
        : 'install util-linux (setpriv), or start Lectern as a user other than root',
    });
  } else measures.push({ name: 'user', isOn: true, detail: 'runs as the user of Lectern, who is not root' });
  const isWatched = !measures.some(({ name, isOn }) => name === 'parent' && isOn);
  return {
    command: [...(isWatched ? ['/bin/sh', '-c', WATCH, 'sh'] : []), ...before, program],
    opened,
    isWatched,
    owner: isRoot && before.includes(`--reuid=${NOBODY}`) ? NOBODY : undefined,
    measures,
  };
};

const firstWorking = async <T>(
  choices: readonly T[],
  problemOf: (choice: T) => Promise<string | undefined>,
): Promise<T | undefined> => {
  for (const choice of choices) if ((await problemOf(choice)) === undefined) return choice;
  return undefined;
};
