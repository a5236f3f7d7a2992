import { chmod, chown, copyFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { DISPATCHER, type Sockets, workerdConfig } from './workerd-config.ts';

/** The folder with the sockets of a process of scripts, closed to other users. */
export interface SocketFolder {
  readonly sockets: Sockets;
  readonly configuration: string;
  /** Writes the configuration of workerd, and changes the owner of all files. */
  fill(options: { dispatcher: string; heapMegabytes: number; owner: number | undefined }): Promise<void>;
  /** Deletes the configuration, which is read only once. */
  deleteConfiguration(): Promise<void>;
  remove(): Promise<void>;
}

const NAME = /^lectern-scripts-(\d+)-/;
const MAX_SOCKET_PATH = 103;
/** Younger folders may belong to a process that is starting. */
const ABANDONED_MS = 60_000;

// Not in the data folder, which may be closed to the user who runs scripts.
const temporaryFolder = (): string => {
  const longest = path.join(os.tmpdir(), `lectern-scripts-${process.pid}-random`, 'events');
  return Buffer.byteLength(longest) <= MAX_SOCKET_PATH ? os.tmpdir() : '/tmp';
};

/** Creates the folder, closed to other users from the start. */
export const createSocketFolder = async (): Promise<SocketFolder> => {
  const folder = await mkdtemp(path.join(temporaryFolder(), `lectern-scripts-${process.pid}-`));
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
      await writeFile(configuration, workerdConfig(sockets, heapMegabytes));
      if (owner === undefined) return;
      for (const file of [folder, configuration, program, sockets.host, sockets.gate])
        await chown(file, owner, owner);
    },
    deleteConfiguration: async () => {
      for (const file of [configuration, program]) await rm(file, { force: true });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Deletes folders of killed servers: no process has their PID, and nothing listens on their socket. */
export const removeAbandonedFolders = async (place = temporaryFolder()): Promise<void> => {
  for (const name of await readdir(place)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    const folder = path.join(place, name);
    try {
      const { mtimeMs } = await stat(folder);
      if (Date.now() - mtimeMs < ABANDONED_MS || (await isListening(path.join(folder, 'events')))) continue;
      await rm(folder, { recursive: true, force: true });
    } catch {
      // Owned by another user, or deleted meanwhile.
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
