import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { makeCertificate } from './certificates.ts';

/** The folder of SimpleSAMLphp, if it and PHP are installed. */
export const SIMPLESAMLPHP = [process.env.SIMPLESAMLPHP_PATH, '/usr/share/simplesamlphp'].find(
  (folder) => folder && existsSync(path.join(folder, 'www')) && existsSync('/usr/bin/php'),
);

const HOST = '127.0.0.2';
const TIMEOUT_MS = 240_000;

/** A user of the identity provider. */
export interface SamlUser {
  readonly name: string;
  readonly password: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, HOST, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** A value in PHP syntax. */
const php = (value: unknown): string => {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, one]) => {
    const isPlace = /^\d+$/.test(key);
    return `${isPlace ? key : php(key)} => ${php(one)}`;
  });
  return `[${entries.join(', ')}]`;
};

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/** Starts SimpleSAMLphp as an identity provider on another loopback address, for one service provider. */
export const startSimplesamlphp = async (
  metadata: string,
  people: readonly SamlUser[],
  format: string = EMAIL_FORMAT,
) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-simplesamlphp-'));
  const url = `http://${HOST}:${await freePort()}`;
  const entityID = `${url}/idp`;
  const { certificate, privateKey } = makeCertificate();
  const own = (name: string) => path.join(folder, name, '/');
  for (const name of ['cert', 'log', 'data', 'temp', 'sessions', 'metadata']) await mkdir(own(name));
  const files: Readonly<Record<string, string>> = {
    'cert/idp.key': privateKey,
    'cert/idp.crt': certificate,
    'service.xml': metadata,
    'config.php': `$config = ${php({
      baseurlpath: `${url}/`,
      certdir: own('cert'),
      loggingdir: own('log'),
      datadir: own('data'),
      tempdir: own('temp'),
      metadatadir: own('metadata'),
      'metadata.sources': [{ type: 'flatfile' }, { type: 'xml', file: path.join(folder, 'service.xml') }],
      secretsalt: randomUUID(),
      'auth.adminpassword': randomUUID(),
      technicalcontact_email: 'nobody@idp.test',
      timezone: 'UTC',
      'logging.handler': 'file',
      'enable.saml20-idp': true,
      'module.enable': { exampleauth: true, core: true, saml: true },
      'session.phpsession.savepath': own('sessions'),
      'session.cookie.secure': false,
    })};`,
    'authsources.php': `$config = ${php({
      staff: {
        0: 'exampleauth:UserPass',
        ...Object.fromEntries(
          people.map(({ name, password, attributes }) => [
            `${name}:${password}`,
            Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, [value]])),
          ]),
        ),
      },
    })};`,
    'metadata/saml20-idp-hosted.php': `$metadata[${php(entityID)}] = ${php({
      host: '__DEFAULT__',
      privatekey: 'idp.key',
      certificate: 'idp.crt',
      auth: 'staff',
      authproc: {
        3: { class: 'saml:AttributeNameID', attribute: 'mail', Format: format },
        10: { class: 'core:AttributeMap', givenName: 'first_name', sn: 'last_name' },
      },
    })};`,
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), name.endsWith('.php') ? `<?php\n${content}\n` : content);
  const server = spawn('php', ['-S', url.slice('http://'.length), '-t', path.join(SIMPLESAMLPHP!, 'www')], {
    env: { PATH: process.env.PATH, SIMPLESAMLPHP_CONFIG_DIR: folder, PHP_CLI_SERVER_WORKERS: '3' },
    stdio: 'ignore',
    // Ends its workers, too.
    detached: true,
  });
  const until = Date.now() + TIMEOUT_MS;
  const answers = () => fetch(`${url}/saml2/idp/metadata.php`).catch(() => undefined);
  let described = await answers();
  while (!described && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    described = await answers();
  }
  return {
    url,
    entityID,
    ssoURL: `${url}/saml2/idp/SSOService.php`,
    /** Its metadata. */
    metadata: await described!.text(),
    close: async () => {
      process.kill(-server.pid!);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
