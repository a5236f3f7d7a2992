import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** One thing that keeps scripts away from the machine, and whether it could be had here. */
export interface Measure {
  readonly name: string;
  readonly isOn: boolean;
  /** What it does, or what to do for it. */
  readonly detail: string;
}

/** How workerd is started on this machine. */
export interface Launch {
  /** Words before the arguments of workerd. */
  readonly command: readonly string[];
  /** The program, where it has to be handed over open, for its user may not reach the folder it lies in. */
  readonly opened: string | undefined;
  /** Whether it is ended by a shell beside it when we are gone, which is then ended with it. */
  readonly isWatched: boolean;
  /** Whom the sockets must belong to. */
  readonly owner: number | undefined;
  readonly measures: readonly Measure[];
}

const NOBODY = 65534;
const OPENED = '/proc/self/fd/3';
const PROBE_MS = 10_000;
/** V8 sets half a gigabyte aside before it runs anything. */
const DATA_AT_START_MEGABYTES = 1024;

// Ends the program when the pipe from us ends, which it does however we end.
const WATCH = '(read -r _ <&4; kill -9 $$) 2>&- 3<&- & exec "$@" 4<&-';

/** A measure that words before the program bring about, the first of several that works. */
interface Attempt {
  readonly name: string;
  readonly words: readonly (readonly string[])[];
  readonly on: string;
  readonly off: string;
}

/** Whether a program runs to its end. */
const succeeds = (words: readonly string[], opened: string | undefined): Promise<string | undefined> =>
  new Promise((resolve) => {
    const file = opened === undefined ? undefined : openSync(opened, 'r');
    const [command, ...args] = words;
    const child = spawn(command!, args, {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', file ?? 'ignore'],
      timeout: PROBE_MS,
      killSignal: 'SIGKILL',
    });
    if (file !== undefined) closeSync(file);
    let said = '';
    child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString().slice(0, 1000)));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : said.trim() || `${code ?? signal}`),
    );
  });

const attempts = (isRoot: boolean, memoryMegabytes: number): readonly Attempt[] => [
  {
    name: 'limits',
    words: [
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
    words: isRoot ? [['unshare', '--net', '--']] : [['unshare', '--user', '--net', '--']],
    on: 'a network namespace without any network',
    off: isRoot
      ? 'install util-linux (unshare) and allow namespaces (CAP_SYS_ADMIN in a container)'
      : 'install util-linux (unshare) and allow user namespaces (kernel.unprivileged_userns_clone=1, and no AppArmor or seccomp rule against them)',
  },
  {
    name: 'privileges',
    words: [['setpriv', '--no-new-privs', '--']],
    on: 'no new privileges',
    off: 'install util-linux (setpriv)',
  },
  {
    name: 'parent',
    words: [['setpriv', '--pdeathsig', 'KILL', '--']],
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

/** Tries what this machine offers, one measure after the other; throws where the program itself does not run. */
export const planLaunch = async (
  binary: string,
  memoryMegabytes: number,
  tryOut: typeof succeeds = succeeds,
): Promise<Launch> => {
  const problem = await tryOut([binary, '--version'], undefined);
  if (problem) throw new Error(`workerd does not run here: ${problem.split('\n')[0]}`);
  const isRoot = process.getuid?.() === 0;
  const measures: Measure[] = [];
  let before: readonly string[] = [];
  let program = binary;
  let opened: string | undefined;
  for (const { name, words, on, off } of attempts(isRoot, memoryMegabytes)) {
    const found = await firstThat(words, (some) =>
      tryOut([...before, ...some, binary, '--version'], undefined),
    );
    if (found) before = [...before, ...found];
    measures.push({ name, isOn: found !== undefined, detail: found ? on : off });
  }
  if (isRoot) {
    const ways = [binary, OPENED];
    const way = await firstThat(ways, (one) =>
      tryOut([...before, ...asNobody(one), '--version'], one === OPENED ? binary : undefined),
    );
    if (way) {
      before = [...before, ...asNobody(way).slice(0, -1)];
      program = way;
      opened = way === OPENED ? binary : undefined;
    }
    measures.push({
      name: 'user',
      isOn: way !== undefined,
      detail: way
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

const firstThat = async <T>(
  choices: readonly T[],
  problemOf: (choice: T) => Promise<string | undefined>,
): Promise<T | undefined> => {
  for (const choice of choices) if ((await problemOf(choice)) === undefined) return choice;
  return undefined;
};
