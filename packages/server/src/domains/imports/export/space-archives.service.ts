import { Readable } from 'node:stream';
import { slugOf } from '@lectern/document';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type ArchiveEntry, writeZip } from '../../../kernel/write-zip.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../../spaces/index.ts';
import type { ExportedSpace, SpaceExportService } from './space-export.service.ts';

interface Dependencies extends Pick<Kernel, 'clock' | 'signing'> {
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly spaceExport: SpaceExportService;
}

const HOUR_MS = 60 * 60 * 1000;

const signingPurpose = (name: string) => `export ${name}`;

async function* entriesOf({ texts, files }: ExportedSpace): AsyncGenerator<ArchiveEntry> {
  for await (const [path, text] of texts) yield { path, content: Readable.from([Buffer.from(text)]) };
  for (const { path, open } of files) {
    const content = await open();
    if (content) yield { path, content };
  }
}

/** Archives of spaces as Markdown files: a signed path, and the archive, which is written while it is read. */
export const createSpaceArchivesService = ({ clock, signing, spaces, spaceExport }: Dependencies) => ({
  /** The signed path of the archive of a space, for the user who requests it. */
  pathOf: ({ principal }: Caller, space: SpaceSubject): string => {
    const name = `${[...slugOf(space.title)].slice(0, 60).join('') || 'space'}.zip`;
    const value = JSON.stringify([principal.userId, space.id, clock.now().getTime() + HOUR_MS]);
    const signed = signing.sign(signingPurpose(name), Buffer.from(value).toString('base64url'));
    return `/exports/${signed}/${encodeURIComponent(name)}`;
  },

  /** The archive of a signed path, while the signature is valid and the user may see the space. */
  open: async (signed: string, name: string): Promise<Readable> => {
    const value = signing.verify(signingPurpose(name), signed);
    if (value === undefined) throw notFound('export');
    const [userId, spaceId, until] = JSON.parse(Buffer.from(value, 'base64url').toString());
    if (until <= clock.now().getTime()) throw notFound('export');
    const space = await spaces.find(userId, spaceId);
    if (!space || !spacePolicy.can.view(space)) throw notFound('export');
    const stop = new AbortController();
    const archive = writeZip(entriesOf(await spaceExport.exportSpace(space, { signal: stop.signal })));
    return archive.once('close', () => stop.abort());
  },
});

/** Service for archives of spaces. */
export type SpaceArchivesService = ReturnType<typeof createSpaceArchivesService>;
