import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A bare repository. */
export interface TestRepository {
  readonly folder: string;
  /** Commits files; null deletes one. Returns the hash of the commit. */
  commit(
    files: Readonly<Record<string, string | Buffer | { readonly link: string } | null>>,
    branch?: string,
  ): Promise<string>;
  /** The files of a branch. */
  files(branch?: string): Promise<Record<string, string>>;
  /** The newest commit of a branch. */
  head(branch?: string): Promise<string>;
  git(...args: string[]): Promise<string>;
}

const environment = (folder: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Somebody',
  GIT_AUTHOR_EMAIL: 'somebody@people.test',
  GIT_COMMITTER_NAME: 'Somebody',
  GIT_COMMITTER_EMAIL: 'somebody@people.test',
});

/** Repositories for one test file. */
export const createRepositories = async () => {
  const top = await mkdtemp(path.join(os.tmpdir(), 'lectern-repositories-'));
  const gitIn = async (folder: string, ...args: string[]) =>
    (
      await run('git', args, { cwd: folder, env: environment(top), maxBuffer: 64 * 1024 * 1024 })
    ).stdout.trim();
  let count = 0;

  const repository = async (): Promise<TestRepository> => {
    const [folder, work] = [path.join(top, `r${++count}.git`), path.join(top, `w${count}`)];
    await gitIn(top, 'init', '-q', '--bare', '-b', 'main', folder);
    await gitIn(folder, 'config', 'http.receivepack', 'true');
    const checkOut = async (branch: string) => {
      await rm(work, { recursive: true, force: true });
      await gitIn(top, 'clone', '-q', folder, work);
      await gitIn(work, 'checkout', '-q', branch).catch(() => gitIn(work, 'checkout', '-q', '-b', branch));
    };
    return {
      folder,
      commit: async (files, branch = 'main') => {
        await checkOut(branch);
        for (const [file, content] of Object.entries(files)) {
          const at = path.join(work, file);
          await mkdir(path.dirname(at), { recursive: true });
          if (content === null) await rm(at);
          else if (typeof content === 'object' && 'link' in content) await symlink(content.link, at);
          else await writeFile(at, content);
        }
        await gitIn(work, 'add', '-A');
        await gitIn(work, 'commit', '-q', '-m', 'By somebody else');
        await gitIn(work, 'push', '-q', 'origin', branch);
        return gitIn(work, 'rev-parse', 'HEAD');
      },
      files: async (branch = 'main') => {
        await checkOut(branch);
        const names = (await readdir(work, { recursive: true, withFileTypes: true }))
          .filter(
            (one) => one.isFile() && !one.parentPath.includes('/.git/') && !one.parentPath.endsWith('/.git'),
          )
          .map((one) => path.relative(work, path.join(one.parentPath, one.name)));
        return Object.fromEntries(
          await Promise.all(
            names.sort().map(async (name) => [name, await readFile(path.join(work, name), 'utf8')] as const),
          ),
        );
      },
      head: (branch = 'main') => gitIn(folder, 'rev-parse', `refs/heads/${branch}`),
      git: (...args) => gitIn(folder, ...args),
    };
  };

  /** Serves the repositories over HTTP, optionally with a password. */
  const serve = async (password?: string) => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      const wanted = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
      if (password !== undefined && request.headers.authorization !== wanted) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
        return;
      }
      const url = new URL(request.url!, 'http://x');
      const backend = spawn('git', ['http-backend'], {
        env: {
          ...environment(top),
          GIT_PROJECT_ROOT: top,
          GIT_HTTP_EXPORT_ALL: '1',
          REMOTE_USER: 'me',
          REQUEST_METHOD: request.method,
          PATH_INFO: url.pathname,
          QUERY_STRING: url.search.slice(1),
          CONTENT_TYPE: request.headers['content-type'] ?? '',
          HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
          GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        },
      });
      request.pipe(backend.stdin);
      const chunks: Buffer[] = [];
      backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      backend.once('close', () => {
        const all = Buffer.concat(chunks);
        const end = all.indexOf('\r\n\r\n');
        const headers = all
          .subarray(0, end)
          .toString()
          .split('\r\n')
          .map((line) => line.split(': ') as [string, string]);
        const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
        response
          .writeHead(
            Number.parseInt(status, 10),
            Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
          )
          .end(all.subarray(end + 4));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      seen,
      host: `127.0.0.1:${port}`,
      urlOf: ({ folder }: TestRepository, user = '') =>
        `http://${user}127.0.0.1:${port}/${path.basename(folder)}`,
      close: () => new Promise((resolve) => server.close(resolve)),
    };
  };

  return { top, repository, serve, close: () => rm(top, { recursive: true, force: true }) };
};
