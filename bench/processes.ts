import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';

/** A free port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Starts a Node program and waits until its URL responds. */
export const startProgram = async (
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  url: string,
): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Long enough for a busy machine.
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline && child.exitCode === null) {
    const isReady = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isReady) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill();
  throw new Error(`${file} did not start`);
};

/** Ends a program and waits for it. */
export const stopProgram = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
