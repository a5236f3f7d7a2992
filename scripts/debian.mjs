// Installs Debian packages that tests need, if the process runs as root on Debian.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether Debian packages can be installed. */
export const mayInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Runs apt-get; false if it fails. */
export const apt = (args, options = {}) =>
  spawnSync('apt-get', args, {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    ...options,
  }).status === 0;

/** Installs packages without recommended ones; false if that fails. */
export const installPackages = (...names) => {
  apt(['update']);
  const isDone = apt(['install', '-y', '--no-install-recommends', ...names]);
  if (!isDone) console.log(`apt-get could not install ${names.join(', ')}`);
  return isDone;
};
