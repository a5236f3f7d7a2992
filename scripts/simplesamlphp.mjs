// The SAML identity provider of the tests: an installed SimpleSAMLphp, or the unpacked Debian package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { apt, installPackages, mayInstall } from './debian.mjs';
import { ROOT } from './steps.mjs';

const PHP = '/usr/bin/php';
const FOLDER = path.join(ROOT, 'node_modules/.lectern-simplesamlphp');
const PLACES = [
  process.env.SIMPLESAMLPHP_PATH,
  '/usr/share/simplesamlphp',
  path.join(FOLDER, 'usr/share/simplesamlphp'),
];

const installed = () =>
  existsSync(PHP) ? PLACES.find((place) => place && existsSync(path.join(place, 'www'))) : undefined;

/** The folder of SimpleSAMLphp; undefined without PHP. */
export const findSimplesamlphp = () => {
  const found = installed();
  if (found || !mayInstall()) return found;
  console.log('Downloading SimpleSAMLphp for the tests of single sign-on …');
  // Installing the package would start a web server, so only its files are unpacked.
  mkdirSync(FOLDER, { recursive: true });
  const isDownloaded =
    installPackages('php-cli', 'php-xml', 'php-mbstring') &&
    apt(['download', 'simplesamlphp'], { cwd: FOLDER });
  const [archive] = readdirSync(FOLDER).filter((name) => name.endsWith('.deb'));
  if (isDownloaded && archive) spawnSync('dpkg-deb', ['-x', path.join(FOLDER, archive), FOLDER]);
  return installed();
};
