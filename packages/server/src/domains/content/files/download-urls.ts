import type { FileRecord } from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';

/** Milliseconds of a day. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The file that a download URL refers to. */
export interface DownloadTarget {
  readonly spaceId: string;
  readonly hash: string;
  readonly contentType: string;
  /** The day on which the URL expires, counted from 1970. */
  readonly until: number;
}

const signingPurpose = (name: string) => `file ${name}`;

/** The path of a download URL: the same for a whole day, so that browsers can cache the file. */
export const filePath = (
  { signing, clock }: Pick<Kernel, 'signing' | 'clock'>,
  spaceId: string,
  { name, hash, contentType }: FileRecord,
): string => {
  const until = Math.floor(clock.now().getTime() / DAY_MS) + 2;
  const value = Buffer.from(JSON.stringify([spaceId, hash, contentType, until])).toString('base64url');
  return `/files/${signing.sign(signingPurpose(name), value)}/${encodeURIComponent(name)}`;
};

/** Verifies the signed part of a download URL; undefined if the signature is wrong. */
export const parseDownloadToken = (
  { signing }: Pick<Kernel, 'signing'>,
  token: string,
  name: string,
): DownloadTarget | undefined => {
  const value = signing.verify(signingPurpose(name), token);
  if (value === undefined) return undefined;
  const [spaceId, hash, contentType, until] = JSON.parse(Buffer.from(value, 'base64url').toString());
  return { spaceId, hash, contentType, until };
};
