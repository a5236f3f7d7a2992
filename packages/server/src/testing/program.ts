import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import os from 'node:os';
import { ensureBuilt } from './build.ts';

/** A free port outside of the ephemeral range. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const probe = net.createServer();
    probe.once('error', () => resolve(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });

/** How a program ended, and its output. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const launch = (program: string, args: readonly string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, HOME: os.homedir(), ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  return { child: child as ChildProcess, ended, output: () => out + err };
};

const serve = async (program: string, env: Record<string, string>, args: readonly string[]) => {
  const server = launch(program, ['serve', ...args], env);
  const deadline = Date.now() + 240_000;
  while (!server.output().includes('Ctrl-C stops')) {
    if (Date.now() > deadline || server.child.exitCode !== null) {
      server.child.kill();
      throw new Error(`It did not start: ${server.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    ...server,
    stop: (signal: NodeJS.Signals = 'SIGINT') => {
      server.child.kill(signal);
      return server.ended;
    },
  };
};

/** Builds the program if needed, and runs it in child processes. */
export const buildProgram = async () => {
  const program = await ensureBuilt();
  return {
    /** Runs a command. */
    launch: (args: readonly string[], env: Record<string, string>) => launch(program, args, env),
    /** Starts a server, by default with an administrator and without sample sites, and waits until it listens. */
    serve: (env: Record<string, string>, ...args: string[]) =>
      serve(program, { LECTERN_FIRST_RUN: 'sample', LECTERN_SAMPLE_SITES: 'false', ...env }, args),
  };
};

/** The built program. */
export type Program = Awaited<ReturnType<typeof buildProgram>>;
