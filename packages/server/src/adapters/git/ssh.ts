import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { GitSshKey } from '../../kernel/git.ts';

/** The parts of the URL of a repository on an SSH server. */
export interface SshUrl {
  readonly address: string;
  readonly host: string;
  readonly port: number;
}

const USER = '[A-Za-z0-9_][\\w.-]*';
const HOST = '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?';
// Paths go through a shell of the server.
const PATH = '[\\w~/][^\\s\'"`$\\\\]*';
const SSH_URL = new RegExp(`^ssh://(?:${USER}@)?(${HOST})(?::(\\d{1,5}))?(/${PATH})$`);
const SHORT_URL = new RegExp(`^${USER}@(${HOST}):(?!//)(${PATH})$`);
const PORT = 22;

/** Parses `ssh://git@host/path` and `git@host:path`. */
export const parseSshUrl = (url: string): SshUrl | undefined => {
  const [, host, port = String(PORT)] = SSH_URL.exec(url) ?? SHORT_URL.exec(url)?.slice(0, 2) ?? [];
  return host === undefined || Number(port) > 65_535 ? undefined : { address: url, host, port: Number(port) };
};

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const hostKeysFile = (folder: string): string => path.join(folder, 'lectern-host-keys');

/** Writes a key for ssh into a folder, and returns the command that git runs. */
export const prepareSsh = async (
  folder: string,
  { privateKey, hostKeys }: GitSshKey,
  remote: { readonly host: string; readonly address: string },
): Promise<string> => {
  const keyFile = path.join(folder, 'lectern-key');
  await writeFile(keyFile, privateKey, { mode: 0o600 });
  if (hostKeys !== '') await writeFile(hostKeysFile(folder), hostKeys, { mode: 0o600 });
  // No configuration, agent or helper of the machine; the checked address, and the known host key or the first one.
  const options = {
    BatchMode: 'yes',
    CheckHostIP: 'no',
    ConnectTimeout: '20',
    ControlMaster: 'no',
    ForwardAgent: 'no',
    GlobalKnownHostsFile: '/dev/null',
    HashKnownHosts: 'no',
    HostKeyAlias: remote.host,
    HostName: remote.address,
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    LogLevel: 'ERROR',
    PasswordAuthentication: 'no',
    PermitLocalCommand: 'no',
    ProxyCommand: 'none',
    StrictHostKeyChecking: hostKeys === '' ? 'accept-new' : 'yes',
    UpdateHostKeys: 'no',
    UserKnownHostsFile: `"${hostKeysFile(folder)}"`,
  };
  return [
    'ssh',
    '-F',
    '/dev/null',
    '-i',
    quote(keyFile),
    ...Object.entries(options).flatMap(([name, value]) => ['-o', quote(`${name}=${value}`)]),
  ].join(' ');
};

/** The host keys that ssh has accepted, in the format of known_hosts. */
export const readHostKeys = async (folder: string): Promise<string> =>
  existsSync(hostKeysFile(folder)) ? readFile(hostKeysFile(folder), 'utf8') : '';
