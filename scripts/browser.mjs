// The browser of the tests: an installed Chromium, or that of Debian where it can be installed.
// The headless shell is the same browser without its windows and takes a fifth less processor time.
import { existsSync } from 'node:fs';
import { installPackages, mayInstall } from './debian.mjs';

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const installed = () => {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  if (given) console.log(`CHROMIUM_PATH is ${given}, which does not exist; searching in PATH`);
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
  const found = installed();
  if (found || !mayInstall()) return found;
  console.log('Installing Chromium for browser tests …');
  if (!installPackages('chromium-headless-shell')) installPackages('chromium');
  return installed();
};
