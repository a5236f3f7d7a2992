import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import ssh2 from 'ssh2';

const newHostKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey;

/** A key that may use the repositories. */
interface AllowedKey {
  readonly publicKey: string;
  readonly mayWrite: boolean;
}

/** An SSH server for the repositories in a folder, which accepts the keys in `allowed`. */
export const startSshServer = async (folder: string, port = 0) => {
  const allowed: AllowedKey[] = [];
  const home = await mkdtemp(path.join(os.tmpdir(), 'lectern-ssh-'));
  const clients = new Set<ssh2.Connection>();
  const server = new ssh2.Server({ hostKeys: [newHostKey()] }, (client) => {
    clients.add(client);
    let key: AllowedKey | undefined;
    client.on('error', () => {});
    client.on('close', () => clients.delete(client));
    client.on('authentication', (request) => {
      if (request.method !== 'publickey') return request.reject(['publickey']);
      const given = request.key.data.toString('base64');
      key = allowed.find(({ publicKey }) => publicKey.split(' ')[1] === given);
      const parsed = key && ssh2.utils.parseKey(key.publicKey);
      if (!parsed || parsed instanceof Error) return request.reject(['publickey']);
      const { blob, signature } = request;
      if (signature && blob && parsed.verify(blob, signature, request.hashAlgo) !== true)
        return request.reject(['publickey']);
      request.accept();
    });
    client.on('session', (accept) => {
      accept().on('exec', (acceptExec, _, { command }) => {
        const channel = acceptExec();
        const [, program, repository] = /^(git-(?:upload|receive)-pack) '\/?([\w.-]+)'$/.exec(command) ?? [];
        const end = (code: number) => {
          channel.exit(code);
          channel.end();
        };
        if (program === undefined || repository === undefined) return end(127);
        if (program === 'git-receive-pack' && !key?.mayWrite) {
          channel.stderr.write('ERROR: The key you are authenticating with has been marked as read only.\n');
          return end(1);
        }
        const git = spawn('git', [program.slice('git-'.length), path.join(folder, repository)], {
          env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
        });
        channel.pipe(git.stdin);
        git.stdin.on('error', () => {});
        git.stdout.pipe(channel, { end: false });
        git.stderr.pipe(channel.stderr, { end: false });
        git.once('close', (code) => end(code ?? 1));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    allowed,
    port: address.port,
    urlOf: (repository: { readonly folder: string }) =>
      `ssh://git@127.0.0.1:${address.port}/${path.basename(repository.folder)}`,
    close: async () => {
      for (const client of clients) client.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(home, { recursive: true, force: true });
    },
  };
};
