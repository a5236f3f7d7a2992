import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { SamplePerson } from '../stories/sample.ts';

/** A new installation in a temporary folder. */
export interface Installation {
  readonly url: string;
  /** The token of the administrator. */
  readonly token: string;
  /** Runs a command of `lectern`. */
  lectern(...args: string[]): Promise<string>;
  /** A browser window in which a user is signed in. */
  signIn(browser: Browser, email: string): Promise<{ context: BrowserContext; page: Page }>;
  /** Calls the API with a token. */
  callerOf(token: string): SamplePerson['call'];
  stop(): Promise<void>;
}

/** Starts a new installation of a built program. */
export const startInstallation = async (program: string): Promise<Installation> => {
  const data = await mkdtemp(path.join(os.tmpdir(), 'lectern-installation-'));
  const env = {
    ...process.env,
    LECTERN_DATA_DIR: data,
    LECTERN_FIRST_RUN: 'sample',
    PORT: '0',
    LECTERN_RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
  };
  const server = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const { url, token } = await new Promise<{ url: string; token: string }>((resolve, reject) => {
    let output = '';
    server.once('exit', (code) => reject(new Error(`The server exited with ${code}:\n${output}`)));
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const address = /running at (\S+)/.exec(output)?.[1];
      const secret = /Token\s+(lct_\S+)/.exec(output)?.[1];
      if (address && secret && output.includes('Ctrl-C')) resolve({ url: address, token: secret });
    });
  });
  const lectern = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout.trim();
  return {
    url,
    token,
    lectern,
    signIn: async (browser, email) => {
      const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const [link] = /https?:\S+/.exec(await lectern('user', 'sign-in', '--email', email))!;
      // The command does not know the port of the server.
      const { pathname, search } = new URL(link);
      await page.goto(pathname + search);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/app/);
      return { context, page };
    },
    callerOf: (secret) => async (method, at, body) => {
      const response = await fetch(`${url}/v1${at}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    stop: async () => {
      server.removeAllListeners('exit');
      const exited = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await exited;
      await rm(data, { recursive: true, force: true });
    },
  };
};
