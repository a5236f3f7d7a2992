import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

/** A deploy key: the public part is added to the repository, the private one is stored encrypted. */
export interface DeployKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

const TYPE = 'ssh-ed25519';
const COMMENT = 'lectern';
const BLOCK_BYTES = 8;
const LINE_LENGTH = 70;

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const field = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([number(bytes.length), bytes]);
};

/** Generates an Ed25519 key in the format of OpenSSH. */
export const generateDeployKey = (): DeployKey => {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [seed, point] = [Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')];
  const publicBlob = Buffer.concat([field(TYPE), field(point)]);
  const check = randomBytes(4);
  const content = Buffer.concat([
    check,
    check,
    publicBlob,
    field(Buffer.concat([seed, point])),
    field(COMMENT),
  ]);
  const padding = Array.from(
    { length: (BLOCK_BYTES - (content.length % BLOCK_BYTES)) % BLOCK_BYTES },
    (_, at) => at + 1,
  );
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    field('none'),
    field('none'),
    field(''),
    number(1),
    field(publicBlob),
    field(Buffer.concat([content, Buffer.from(padding)])),
  ]).toString('base64');
  const lines = file.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g'))!;
  return {
    publicKey: `${TYPE} ${publicBlob.toString('base64')} ${COMMENT}`,
    privateKey: [
      '-----BEGIN OPENSSH PRIVATE KEY-----',
      ...lines,
      '-----END OPENSSH PRIVATE KEY-----',
      '',
    ].join('\n'),
  };
};

/** The fingerprint of a public key, as ssh and git hosts show it. */
export const fingerprintOf = (base64: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64').replace(/=+$/, '')}`;

/** The fingerprints of the keys in a known_hosts file. */
export const hostKeyFingerprints = (hostKeys: string): string[] =>
  hostKeys
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([, type, key]) => (type && key ? [`${fingerprintOf(key)} (${type.replace('ssh-', '')})`] : []));
