import type { Static } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { FileResponse } from '../../kernel/contract/file-response.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { ApiError, conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { MAX_FONT_BYTES, type UploadsService } from '../imports/index.ts';
import type { OrganizationSubject } from '../organizations/index.ts';
import { fontFilePath } from './font-file-path.ts';
import { FONT_HEAD_BYTES, type FontFormat, fontFormatOf } from './font-format.ts';
import { type fontsContract, MAX_FACES } from './fonts.contract.ts';
import {
  deleteFont,
  type FontFace,
  type FontRow,
  findFont,
  findFontBlobs,
  findFontFile,
  findFonts,
  lockFont,
  saveFont,
} from './fonts.store.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'mutex' | 'events' | 'blobs' | 'clock' | 'newId' | 'links'> {
  readonly uploads: Pick<UploadsService, 'findOwn'>;
}

type FontInput = Static<typeof fontsContract.createCustomFont.body>;
type FontChanges = Static<typeof fontsContract.updateCustomFont.body>;

const MAX_FONTS = 100;
const REGULAR = 400;
// The URL names the hash, so its content never changes.
const YEAR_S = 365 * 24 * 60 * 60;

const fileName = ({ hash, format }: { hash: string; format: FontFormat }): string => `${hash}.${format}`;

/** Service for the fonts of organizations, stored as their blobs. */
export const createFontsService = (deps: Dependencies) => {
  const { db, transaction, mutex, events, blobs, clock, newId, links, uploads } = deps;

  /** The format of an uploaded file. */
  const formatOf = async (organizationId: string, hash: string): Promise<FontFormat | undefined> => {
    const size = await blobs.sizeOf(organizationId, hash);
    if (size === undefined || size > MAX_FONT_BYTES) return undefined;
    const head = await blobs.open(organizationId, hash, { start: 0, end: FONT_HEAD_BYTES - 1 });
    return head && fontFormatOf(Buffer.concat(await head.toArray()), size);
  };

  const readFace = async (
    organizationId: string,
    weight: number,
    hash: string | undefined,
    path: string,
  ): Promise<FontFace> => {
    if (hash === undefined) throw invalid({ path, message: 'is not a file that you have uploaded' });
    const format = await formatOf(organizationId, hash);
    if (!format) throw invalid({ path, message: 'must be a WOFF or WOFF2 font of at most 5 MB' });
    return { weight, hash, format };
  };

  /** The given faces by weight; undefined for a weight to remove. */
  const readFaces = async (
    caller: Caller,
    { id }: OrganizationSubject,
    given: NonNullable<FontChanges['fontFaces']>,
  ): Promise<Map<number, FontFace | undefined>> => {
    const faces = new Map<number, FontFace | undefined>();
    const keys = given.flatMap(({ storageKey }) => storageKey ?? []);
    const found = await uploads.findOwn(id, caller.principal.userId, keys);
    const hashes = new Map(found.map((upload, at) => [keys[at], upload?.blob]));
    for (const [at, { weight, storageKey }] of given.entries()) {
      const path = `body.fontFaces.${at}`;
      if (faces.has(weight)) throw invalid({ path: `${path}.weight`, message: 'is given twice' });
      const face =
        storageKey === null
          ? undefined
          : await readFace(id, weight, hashes.get(storageKey), `${path}.storageKey`);
      faces.set(weight, face);
    }
    return faces;
  };

  const requireRegular = (faces: readonly FontFace[]): void => {
    if (!faces.some(({ weight }) => weight === REGULAR))
      throw new ApiError(412, `A font needs a file for the weight ${REGULAR}`);
  };

  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    { id, title }: OrganizationSubject,
    action: string,
    font: { id: string; family: string },
  ) =>
    events.record(tx, caller, {
      organizationId: id,
      action,
      target: { type: 'organization', id, label: title },
      payload: { font: font.id, fontFamily: font.family },
    });

  return {
    list: ({ id }: OrganizationSubject): Promise<readonly FontRow[]> => findFonts(db, id),

    get: async ({ id }: OrganizationSubject, fontId: string): Promise<FontRow> => {
      const font = await findFont(db, id, fontId);
      if (!font) throw notFound('font');
      return font;
    },

    create: async (
      caller: Caller,
      organization: OrganizationSubject,
      { fontFamily, fontFaces }: FontInput,
    ): Promise<FontRow> => {
      const given = await readFaces(caller, organization, fontFaces);
      const faces = [...given.values()].flatMap((face) => face ?? []);
      requireRegular(faces);
      const font = { id: newId(), family: fontFamily, faces: byWeight(faces) };
      // Serialized, so that concurrent requests cannot exceed the limit.
      await mutex(`fonts of ${organization.id}`, async () => {
        if ((await findFonts(db, organization.id)).length >= MAX_FONTS)
          throw conflict(`An organization has at most ${MAX_FONTS} fonts: delete one first`);
        await transaction(async (tx) => {
          await saveFont(tx, organization.id, font, clock.now());
          await record(tx, caller, organization, 'organization.font-created', font);
        });
      });
      return font;
    },

    update: async (
      caller: Caller,
      organization: OrganizationSubject,
      fontId: string,
      { fontFamily, fontFaces = [] }: FontChanges,
    ): Promise<FontRow> => {
      const given = await readFaces(caller, organization, fontFaces);
      return transaction(async (tx) => {
        const before = await lockFont(tx, organization.id, fontId);
        if (!before) throw notFound('font');
        const kept = before.faces.filter(({ weight }) => !given.has(weight));
        const faces = [...kept, ...[...given.values()].flatMap((face) => face ?? [])];
        requireRegular(faces);
        if (faces.length > MAX_FACES) throw conflict(`A font has at most ${MAX_FACES} weights`);
        const font = { id: fontId, family: fontFamily ?? before.family, faces: byWeight(faces) };
        await saveFont(tx, organization.id, font, clock.now());
        await record(tx, caller, organization, 'organization.font-updated', font);
        return font;
      });
    },

    /** Whether there was such a font. */
    remove: (caller: Caller, organization: OrganizationSubject, fontId: string): Promise<boolean> =>
      transaction(async (tx) => {
        const family = await deleteFont(tx, organization.id, fontId);
        if (family === undefined) return false;
        await record(tx, caller, organization, 'organization.font-deleted', { id: fontId, family });
        return true;
      }),

    download: async (organizationId: string, name: string): Promise<FileResponse> => {
      const [, hash] = /^([0-9a-f]{64})\.\w+$/.exec(name) ?? [];
      const format = hash && (await findFontFile(db, organizationId, hash));
      if (!format || fileName({ hash, format }) !== name) throw notFound('file');
      const size = await blobs.sizeOf(organizationId, hash);
      if (size === undefined) throw notFound('file');
      return {
        name,
        contentType: `font/${format}`,
        size,
        hash,
        maxAge: YEAR_S,
        open: (range) => blobs.open(organizationId, hash, range),
      };
    },

    /** The public URL of the file of a face. */
    urlOf: (organizationId: string, face: FontFace): string =>
      links.fileUrl(fontFilePath(organizationId, fileName(face))),

    /** The blobs of the fonts of an organization, which no snapshot refers to. */
    blobsOf: (organizationId: string) => findFontBlobs(db, organizationId),
  };
};

const byWeight = (faces: readonly FontFace[]): FontFace[] => faces.toSorted((a, b) => a.weight - b.weight);

/** Service for the fonts of organizations. */
export type FontsService = ReturnType<typeof createFontsService>;
