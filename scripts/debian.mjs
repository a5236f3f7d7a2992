// What the tests need besides npm packages, where the machine is a Debian that this process may change.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages of Debian can be installed here. */
export const mayInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Runs apt-get; false when it could not do it. */
export const apt = (args, options = {}) =>
  spawnSync('apt-get', args, {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    ...options,
  }).status === 0;

/** Installs packages, and nothing that they merely recommend; false when that could not be done. */
export const installPackages = (...names) => {
  apt(['update']);
  const isDone = apt(['install', '-y', '--no-install-recommends', ...names]);
  if (!isDone) console.log(`apt-get could not install ${names.join(', ')}`);
  return isDone;
};
