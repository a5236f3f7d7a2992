import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, type Program } from './program.ts';

/** A server in a process of its own, which can be killed and started again at the same address. */
export const createKillableServer = async (program: Program, connectionString: string) => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-killable-'));
  const port = await freePort();
  const start = () =>
    program.serve({
      DATABASE_URL: connectionString,
      LECTERN_DATA_DIR: dataDir,
      LECTERN_RATE_LIMIT: '0',
      LOG_LEVEL: 'silent',
      PORT: String(port),
    });
  let running: ReturnType<typeof start> | undefined = start();
  await running;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Ends the process at once, as a power cut does. */
    kill: async (): Promise<void> => {
      const server = await running;
      running = undefined;
      await server?.stop('SIGKILL');
    },
    start: async (): Promise<void> => {
      running ??= start();
      await running;
    },
    close: async (): Promise<void> => {
      await (await running)?.stop('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** A server that can be killed. */
export type KillableServer = Awaited<ReturnType<typeof createKillableServer>>;
