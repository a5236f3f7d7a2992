import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A user of this machine under whom a process can run. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  readonly name?: string;
}

/** What decides who may enter a folder. */
export interface FolderRights {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/** Reads the lines of `/etc/passwd`. */
export function parsePasswd(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid || !gid) return [];
    // macOS writes nobody as -2.
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
  });
}

/** The users that this machine knows by name. */
export async function namedAccounts(): Promise<Account[]> {
  return parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
}

/** Whether a user without further groups may pass through a folder. */
export function mayEnter(account: Account, folder: FolderRights): boolean {
  if (account.uid === 0) return true;
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/** Whether a user may pass through every folder from the root down to a path. */
export async function mayReach(account: Account, path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (!mayEnter(account, await stat(folder))) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Those under whom root should run the database, best first: who owns the data, then the usual accounts. */
export function candidateAccounts(question: {
  readonly known: readonly Account[];
  readonly clusterOwner: Account | undefined;
  readonly folderOwner: Account;
}): Account[] {
  const { known, clusterOwner, folderOwner } = question;
  const named = (owner: Account) => known.find((account) => account.uid === owner.uid);
  const candidates: Account[] = [];
  // An existing cluster opens under any uid; only initdb insists that its user has a name.
  if (clusterOwner) candidates.push(named(clusterOwner) ?? clusterOwner);
  const owner = named(folderOwner);
  if (owner) candidates.push(owner);
  for (const name of ['postgres', 'nobody']) {
    const account = known.find((one) => one.name === name);
    if (account) candidates.push(account);
  }
  return candidates.filter(
    (account, index) =>
      account.uid !== 0 && candidates.findIndex((other) => other.uid === account.uid) === index,
  );
}
