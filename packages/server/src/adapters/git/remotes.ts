import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeUri } from '@lectern/document';
import type { Egress } from '../../kernel/egress.ts';
import { GitError, type GitRemote } from '../../kernel/git.ts';
import { parseSshUrl, prepareSsh } from './ssh.ts';

/** A remote repository: its URL without credentials, and the configuration that restricts git to it. */
export interface Remote {
  readonly address: string;
  readonly protocols: string;
  readonly settings: readonly (readonly [string, string])[];
  readonly sshCommand?: string;
}

const localPath = (url: string): string | undefined => {
  if (url.startsWith('/')) return url;
  try {
    return url.startsWith('file:///') ? fileURLToPath(url) : undefined;
  } catch {
    return undefined;
  }
};

const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** The error of the URL of a repository, if it has one. */
export const remoteUrlError = (
  { url, key }: { readonly url: string; readonly key?: unknown },
  folders: readonly string[],
): string | undefined => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected
  if (/[\u0000-\u001f\u007f]/.test(url)) return 'must not contain control characters';
  if (key !== undefined)
    return parseSshUrl(url) ? undefined : 'must be an SSH URL, such as git@host:group/repository.git';
  const local = localPath(url);
  if (local !== undefined)
    return within(local, folders) === undefined ? 'is not in an allowed folder' : undefined;
  return isHttp(url) ? undefined : 'must be an http or https URL';
};

/** The real path, without symbolic links, if it is in one of the folders. */
const within = (local: string, folders: readonly string[]): string | undefined => {
  const realPath = (file: string) => (existsSync(file) ? realpathSync(file) : undefined);
  const found = realPath(path.resolve(local));
  const isInside = folders.some((folder) => {
    const top = realPath(folder);
    return top !== undefined && found?.startsWith(`${top}${path.sep}`);
  });
  return isInside ? found : undefined;
};

/** Checks the URL of a repository; git connects to the checked addresses, even if DNS changes meanwhile. */
export const openRemote = async (
  given: GitRemote,
  { egress, folders, folder }: { egress: Egress; folders: readonly string[]; folder: string },
  signal: AbortSignal,
): Promise<Remote> => {
  const { url, key } = given;
  const problem = remoteUrlError(given, folders);
  if (problem) throw new GitError(`The URL ${problem}`);
  const local = localPath(url);
  if (local !== undefined)
    return { address: `file://${within(local, folders)}`, protocols: 'file', settings: [] };
  if (key) {
    const { address, host, port } = parseSshUrl(url)!;
    const { addresses } = await egress.check(`http://${host}:${port}/`, { signal });
    const sshCommand = await prepareSsh(folder, key, { host, address: addresses[0]!.address });
    return { address, protocols: 'ssh', settings: [], sshCommand };
  }
  const { username, password, ...rest } = urlParts(url);
  const { url: address, addresses } = await egress.check(rest.address, { signal });
  const { hostname, port, protocol } = new URL(address);
  const found = addresses.map((one) => (one.family === 6 ? `[${one.address}]` : one.address)).join(',');
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  return {
    address,
    protocols: 'http:https',
    settings: [
      ['http.curloptResolve', `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}:${found}`],
      ...(username || password
        ? ([['http.extraHeader', `Authorization: Basic ${credentials}`]] as const)
        : []),
    ],
  };
};

const urlParts = (url: string) => {
  const parsed = new URL(url);
  const [username, password] = [decodeUri(parsed.username), decodeUri(parsed.password)];
  parsed.username = '';
  parsed.password = '';
  return { username, password, address: parsed.href };
};
