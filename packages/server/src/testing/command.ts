import os from 'node:os';
import { format } from 'node:util';
import { vi } from 'vitest';
import { runCommand } from '../cli/run-command.ts';
import type { Ended } from './program.ts';

/** Runs a command in this process, which takes a small part of the time of a process of its own. */
export const runInThisProcess = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> => {
  let [out, err] = ['', ''];
  const { env: envBefore, exitCode: codeBefore } = process;
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...words) => {
      out += `${format(...words)}\n`;
    }),
    vi.spyOn(console, 'error').mockImplementation((...words) => {
      err += `${format(...words)}\n`;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      err += text;
      return true;
    }),
  ];
  process.env = { PATH: envBefore.PATH, HOME: os.homedir(), ...env };
  process.exitCode = 0;
  try {
    await runCommand(args);
    return { code: Number(process.exitCode), out, err };
  } finally {
    process.env = envBefore;
    process.exitCode = codeBefore;
    for (const spy of spies) spy.mockRestore();
  }
};
