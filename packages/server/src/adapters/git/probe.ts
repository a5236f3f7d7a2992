import { GitError, type GitProbe } from '../../kernel/git.ts';
import { type GitEnvironment, runGit } from './git-process.ts';
import type { Remote } from './remotes.ts';

const BRANCH = 'refs/heads/';
// Deleting it is only tried: servers refuse readers before they look for it.
const MISSING_BRANCH = `${BRANCH}lectern-permission-check`;

// Messages of git and ssh that need an explanation.
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /host key verification failed|host identification has changed/i,
    'the key of the SSH server is not the one that was seen before. If it was replaced on purpose, forget the old one',
  ],
  [
    /permission denied \(|too many authentication failures/i,
    'the SSH server refused the deploy key. Add the public key to the repository',
  ],
  [
    /marked as read only|read.only deploy key|deploy key does not have write|write access to repository not granted|not allowed to (?:push|upload)/i,
    'the credentials may only read. Allow them to write',
  ],
  [
    /authentication failed|could not read (?:username|password)|terminal prompts disabled|\b401\b/i,
    'the user or the token is not accepted',
  ],
  [/\b403\b/, 'the credentials are not allowed to do this. Check the permissions of the token'],
  [
    /repository .*not found|\b404\b|does not appear to be a git repository|could not find repository/i,
    'there is no repository at this address, or the credentials may not see it',
  ],
  [/could not resolve host(?:name)?/i, 'the name of the server is unknown'],
  [/connection (?:refused|timed out)|failed to connect/i, 'the server does not answer'],
];

/** A message of git in plain words, where one is known. */
export const remoteMessage = (message: string): string =>
  EXPLANATIONS.find(([pattern]) => pattern.test(message))?.[1] ?? message;

const pushErrorOf = async (environment: GitEnvironment, remote: Remote): Promise<string | undefined> => {
  try {
    await runGit(environment, ['push', '-q', '--dry-run', '--', remote.address, `:${MISSING_BRANCH}`]);
    return undefined;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return /remote ref does not exist/i.test(error.message) ? undefined : remoteMessage(error.message);
  }
};

/** Reads the branches of a repository, and tries whether commits can be pushed to it. */
export const probeRepository = async (
  environment: GitEnvironment,
  remote: Remote,
): Promise<Omit<GitProbe, 'hostKeys'>> => {
  let listed: string;
  try {
    const args = ['ls-remote', '-q', '--symref', '--', remote.address, 'HEAD', `${BRANCH}*`];
    listed = (await runGit(environment, args)).toString();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new GitError(`The repository cannot be read: ${remoteMessage(error.message)}`);
  }
  const lines = listed.split('\n').map((line) => line.split('\t') as [string, string?]);
  const branches = lines.flatMap(([commit, ref]) =>
    ref?.startsWith(BRANCH) ? [{ name: ref.slice(BRANCH.length), commit }] : [],
  );
  const [symbolic] = lines.find(([target, ref]) => ref === 'HEAD' && target.startsWith('ref: ')) ?? [];
  return {
    branches,
    defaultBranch: symbolic?.slice(`ref: ${BRANCH}`.length),
    pushError: await pushErrorOf(environment, remote),
  };
};
