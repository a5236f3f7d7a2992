// A real browser for the tests: the one that is there, or Debian's where it can be installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const installed = () => {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  if (given) console.log(`CHROMIUM_PATH is ${given}, where there is nothing: looking elsewhere`);
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
  const { status } = apt('install', '-y', '--no-install-recommends', 'chromium');
  if (status !== 0) console.log('apt-get could not install chromium');
  return installed();
};
