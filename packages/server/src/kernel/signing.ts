import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 9;

/** Makes names that only this installation can make: whoever shows one was given it for that purpose. */
export interface Signing {
  /** A name for a value; good for one purpose, such as one space. */
  sign(purpose: string, value: string): string;
  /** The value of a name that was given for the purpose; undefined for any other text. */
  verify(purpose: string, name: string): string | undefined;
  /** A key for one purpose, where what is signed has a form of its own. */
  keyFor(purpose: string): Buffer;
}

/** Seals with a secret of the installation. */
export const createSigning = (secret: string): Signing => {
  const mac = (purpose: string, value: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${value}`).digest().subarray(0, MAC_BYTES);
  const length = Buffer.alloc(MAC_BYTES).toString('base64url').length;
  return {
    keyFor: (purpose) => createHmac('sha256', secret).update(`key\n${purpose}`).digest(),
    sign: (purpose, value) => value + mac(purpose, value).toString('base64url'),
    verify: (purpose, name) => {
      const value = name.slice(0, -length);
      const given = Buffer.from(name.slice(-length), 'base64url');
      const expected = mac(purpose, value);
      return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
    },
  };
};
