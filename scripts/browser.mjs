// A real browser for the tests: the one that is there, or Debian's where it can be installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const installed = () => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(':');
  const found = NAMES.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find((file) =>
    existsSync(file),
  );
  return (
    found ?? ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find((file) => existsSync(file))
  );
};

/** The path of a Chromium, or undefined. */
export const findBrowser = () => {
  const there = installed();
  const mayInstall =
    process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (there || !mayInstall) return there;
  console.log('Installing chromium for the tests in a browser …');
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'chromium');
  return installed();
};
