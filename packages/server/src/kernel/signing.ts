import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 9;

/** Signs values, so that clients can present them but not forge them. */
export interface Signing {
  /** The value with a signature for one purpose, such as one space. */
  sign(purpose: string, value: string): string;
  /** The value of a text signed for the purpose; undefined if the signature is invalid. */
  verify(purpose: string, signed: string): string | undefined;
  /** A key for one purpose, for other signature formats. */
  keyFor(purpose: string): Buffer;
}

/** Signs with HMAC-SHA256 and the secret of the installation. */
export const createSigning = (secret: string): Signing => {
  const mac = (purpose: string, value: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${value}`).digest().subarray(0, MAC_BYTES);
  const length = Buffer.alloc(MAC_BYTES).toString('base64url').length;
  return {
    keyFor: (purpose) => createHmac('sha256', secret).update(`key\n${purpose}`).digest(),
    sign: (purpose, value) => value + mac(purpose, value).toString('base64url'),
    verify: (purpose, signed) => {
      const value = signed.slice(0, -length);
      const given = Buffer.from(signed.slice(-length), 'base64url');
      const expected = mac(purpose, value);
      return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
    },
  };
};
