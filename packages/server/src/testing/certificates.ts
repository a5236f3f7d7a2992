import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

const SHA256_WITH = { rsa: oid('2a864886f70d01010b'), ec: oid('2a8648ce3d040302') };
const COMMON_NAME = oid('550403');

const nameOf = (name: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
const timeOf = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));

/** A key and its self-signed certificate. */
export interface KeyAndCertificate {
  readonly privateKey: string;
  readonly certificate: string;
}

/** Options of a certificate. */
interface CertificateOptions {
  readonly bits?: number;
  readonly kind?: 'rsa' | 'ec';
  readonly from?: Date;
  readonly until?: Date;
}

const YEAR = 365 * 24 * 60 * 60 * 1000;

interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

// An RSA key takes tenths of a second, so the keys of a worker are used in turn.
const POOL_SIZE = 12;
const pool: KeyPair[] = [];
let used = 0;
const nextRsaKeys = (): KeyPair => {
  const at = used++ % POOL_SIZE;
  pool[at] ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
  return pool[at];
};

const keysOf = ({ kind = 'rsa', bits = 2048 }: CertificateOptions): KeyPair => {
  if (kind === 'ec') return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return bits === 2048 ? nextRsaKeys() : generateKeyPairSync('rsa', { modulusLength: bits });
};

/** Creates a certificate like that of an identity provider. */
export const makeCertificate = (wish: CertificateOptions = {}): KeyAndCertificate => {
  const { publicKey, privateKey } = keysOf(wish);
  const algorithm = sequence(SHA256_WITH[wish.kind ?? 'rsa'], ...(wish.kind === 'ec' ? [] : [der(0x05)]));
  const from = wish.from ?? new Date(Date.now() - YEAR);
  const until = wish.until ?? new Date(Date.now() + YEAR);
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf('Test identity provider'),
    sequence(timeOf(from), timeOf(until)),
    nameOf('Test identity provider'),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, privateKey);
  const bytes = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = bytes.toString('base64').match(/.{1,64}/g)!;
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
};
