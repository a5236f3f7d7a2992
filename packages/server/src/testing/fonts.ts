import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Person, TestOrganization } from './server.ts';

/** A font in the WOFF2 format. */
export const WOFF2: Buffer = readFileSync(
  createRequire(import.meta.url).resolve(
    '@fontsource-variable/roboto-slab/files/roboto-slab-greek-ext-wght-normal.woff2',
  ),
);

/** A font whose bytes no other one has. */
export const newWoff2 = (): Buffer => {
  const font = Buffer.concat([WOFF2, randomBytes(16)]);
  font.writeUInt32BE(font.length, 8);
  return font;
};

/** Uploads a file of a font; its key, or an empty one if the person may not upload. */
export const uploadFontFile = async (
  { id }: Pick<TestOrganization, 'id'>,
  by: Person,
  bytes: Uint8Array = WOFF2,
): Promise<string> => {
  const { body } = await by.call('POST', `/orgs/${id}/storage/upload`, {
    // A pending upload of the same name and size would be replaced.
    file: { name: `${randomUUID()}.woff2`, type: 'font/woff2', size: bytes.length },
    kind: 'customization_font',
  });
  if (!body.url) return '';
  await fetch(body.url, { method: 'PUT', body: Buffer.from(bytes) });
  return body.key;
};
