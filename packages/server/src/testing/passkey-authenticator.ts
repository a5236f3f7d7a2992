import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** What an attacker changes in an answer. */
export interface PasskeyForgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the user was verified, by a PIN for example. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Another format of the attestation, with a certificate. */
  readonly attestation?: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url');

// The few parts of CBOR that an attestation needs.
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const map = (...entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
const array = (...items: readonly Buffer[]) => Buffer.concat([head(4, items.length), ...items]);

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** A passkey in software, of which every part of an answer can be forged. */
export const createPasskeyAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x, y } = publicKey.export({ format: 'jwk' });
  const coordinate = (value: string | undefined) => bytes(Buffer.from(value!, 'base64url'));
  const cose = map(
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), coordinate(x)],
    [integer(-3), coordinate(y)],
  );
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, { challenge }: Options, forged: PasskeyForgery) =>
    Buffer.from(
      JSON.stringify({
        type: forged.type ?? type,
        challenge: forged.challenge ?? challenge,
        origin: forged.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, flags: number, { verified = true, ...forged }: PasskeyForgery) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(forged.counter ?? ++counter);
    return Buffer.concat([sha256(forged.rpId ?? rpId), Buffer.from([flags | 1 | (verified ? 4 : 0)]), count]);
  };
  const envelope = (response: object) =>
    JSON.stringify({
      id: encode(id),
      rawId: encode(id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });

  return {
    /** Answers the options for a new passkey. */
    create: (options: Options, forged: PasskeyForgery = {}): string => {
      userHandle = options.user!.id;
      const data = Buffer.concat([
        authenticatorData(options.rp!.id, 0x40, forged),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ]);
      const statement = forged.attestation
        ? map(
            [text('alg'), integer(-7)],
            [text('sig'), bytes(randomBytes(70))],
            [text('x5c'), array(bytes(randomBytes(400)))],
          )
        : map();
      const attestation = map(
        [text('fmt'), text(forged.attestation ?? 'none')],
        [text('attStmt'), statement],
        [text('authData'), bytes(data)],
      );
      return envelope({
        clientDataJSON: encode(clientData('webauthn.create', options, forged)),
        attestationObject: encode(attestation),
        transports: ['internal'],
      });
    },
    /** Answers the options for a sign-in. */
    get: (options: Options, forged: PasskeyForgery = {}): string => {
      const data = authenticatorData(options.rpId!, 0, forged);
      const client = clientData('webauthn.get', options, forged);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return envelope({
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(signature),
        userHandle: forged.userHandle ?? userHandle,
      });
    },
  };
};
