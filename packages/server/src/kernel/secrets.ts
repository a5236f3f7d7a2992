import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Signing } from './signing.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that are stored in the database. */
export interface Secrets {
  /** Encrypts a text for a purpose and associated data, such as the id of its row. */
  encrypt(purpose: string, associated: string, text: string): string;
  /** Decrypts a text; throws if it, the purpose or the associated data differ. */
  decrypt(purpose: string, associated: string, encrypted: string): string;
}

/** AES-256-GCM with keys derived from the secret of the installation. */
export const createSecrets = (signing: Pick<Signing, 'keyFor'>): Secrets => ({
  encrypt: (purpose, associated, text) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, signing.keyFor(purpose), iv).setAAD(Buffer.from(associated));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
  },
  decrypt: (purpose, associated, encrypted) => {
    const bytes = Buffer.from(encrypted, 'base64');
    const decipher = createDecipheriv(CIPHER, signing.keyFor(purpose), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAAD(Buffer.from(associated));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString();
  },
});
