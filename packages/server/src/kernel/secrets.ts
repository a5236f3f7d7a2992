import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Signing } from './signing.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets from whoever reads the database alone. */
export interface Secrets {
  /** Encrypts a text for a purpose; it opens only beside what it is associated with, such as the id of its row. */
  encrypt(purpose: string, associated: string, text: string): string;
  /** The text that was sealed; throws for anything else. */
  decrypt(purpose: string, associated: string, sealed: string): string;
}

/** Secrets under keys of the installation. */
export const createSecrets = (seals: Pick<Signing, 'keyFor'>): Secrets => ({
  encrypt: (purpose, associated, text) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, seals.keyFor(purpose), iv).setAAD(Buffer.from(associated));
    const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), closed]).toString('base64');
  },
  decrypt: (purpose, associated, sealed) => {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv(CIPHER, seals.keyFor(purpose), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAAD(Buffer.from(associated));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString();
  },
});
