import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A user account that can run processes. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  readonly name?: string;
}

/** The owner, group and mode of a folder. */
export interface FolderRights {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/** Parses `/etc/passwd`. */
export function parsePasswd(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid || !gid) return [];
    // macOS writes nobody as -2.
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
  });
}

/** The user accounts of this machine. */
export async function namedAccounts(): Promise<Account[]> {
  return parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
}

/** Whether a user without supplementary groups can traverse a folder. */
export function mayEnter(account: Account, folder: FolderRights): boolean {
  if (account.uid === 0) return true;
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/** Whether a user can traverse every folder from the root to a path. */
export async function mayReach(account: Account, path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (!mayEnter(account, await stat(folder))) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Candidate users of PostgreSQL if Lectern runs as root, in order of preference. */
export function candidateAccounts(question: {
  readonly known: readonly Account[];
  readonly clusterOwner: Account | undefined;
  readonly folderOwner: Account;
}): Account[] {
  const { known, clusterOwner, folderOwner } = question;
  const named = (owner: Account) => known.find((account) => account.uid === owner.uid);
  const candidates: Account[] = [];
  // An existing cluster can be opened with any uid; only initdb requires a named user.
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
