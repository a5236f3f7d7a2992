import { chmod, chown, copyFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { DISPATCHER, describeProcess, type Sockets } from './configuration.ts';

/** What one process of scripts and this one share: a folder that nobody else can enter. */
export interface SharedFolder {
  readonly sockets: Sockets;
  readonly configuration: string;
  /** Writes what workerd reads when it starts, and gives all of it to its user. */
  fill(options: { dispatcher: string; heapMegabytes: number; owner: number | undefined }): Promise<void>;
  /** Takes away what is read only once. */
  forgetConfiguration(): Promise<void>;
  remove(): Promise<void>;
}

const NAME = /^lectern-scripts-(\d+)-/;
const LONGEST_SOCKET_PATH = 103;
/** Younger ones may be those of a process that is just starting. */
const LEFTOVER_MS = 60_000;

// In the temporary folder: the one of the data may be closed to the user who runs scripts.
const temporary = (): string => {
  const longest = path.join(os.tmpdir(), `lectern-scripts-${process.pid}-random`, 'events');
  return Buffer.byteLength(longest) <= LONGEST_SOCKET_PATH ? os.tmpdir() : '/tmp';
};

/** Makes the folder, closed to others from the first moment. */
export const makeFolder = async (): Promise<SharedFolder> => {
  const folder = await mkdtemp(path.join(temporary(), `lectern-scripts-${process.pid}-`));
  await chmod(folder, 0o700);
  const sockets = {
    events: path.join(folder, 'events'),
    host: path.join(folder, 'host'),
    gate: path.join(folder, 'gate'),
  };
  const configuration = path.join(folder, 'scripts.capnp');
  const program = path.join(folder, DISPATCHER);
  return {
    sockets,
    configuration,
    fill: async ({ dispatcher, heapMegabytes, owner }) => {
      await copyFile(dispatcher, program);
      await writeFile(configuration, describeProcess(sockets, heapMegabytes));
      if (owner === undefined) return;
      for (const file of [folder, configuration, program, sockets.host, sockets.gate])
        await chown(file, owner, owner);
    },
    forgetConfiguration: async () => {
      for (const file of [configuration, program]) await rm(file, { force: true });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Removes folders of servers that were killed: those whose number nobody has, and whose socket nobody listens on. */
export const clearLeftovers = async (place = temporary()): Promise<void> => {
  for (const name of await readdir(place)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    const folder = path.join(place, name);
    try {
      const { mtimeMs } = await stat(folder);
      if (Date.now() - mtimeMs < LEFTOVER_MS || (await isListening(path.join(folder, 'events')))) continue;
      await rm(folder, { recursive: true, force: true });
    } catch {
      // Somebody else's, or gone by now.
    }
  }
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isListening = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = net.connect(socket);
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false));
    connection.once('connect', () => connection.destroy());
  });
