import multipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BlobTooLargeError } from '../blobs/blobs.ts';
import { ApiError, badRequest, invalid } from '../errors/errors.ts';
import { rejectInvalidText, type Validator } from './validation.ts';

/** The result of processing a file while the rest of its form is still being received. */
interface Discardable {
  /** Undoes it when the form is rejected. */
  discard(): Promise<void>;
}

/** A received form: its file and fields. */
export interface UploadedForm<Fields, T> {
  readonly name: string;
  /** The content type that the client declared. */
  readonly contentType: string;
  readonly file: T;
  readonly fields: Fields;
}

/** Reads a form with one file, whose bytes are streamed to `take`. */
export type ReadUpload<Fields> = <T extends Discardable>(
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
) => Promise<UploadedForm<Fields, T>>;

const FILE = 'file';
const LIMITS = {
  files: 1,
  fields: 10,
  fieldSize: 10_000,
  headerPairs: 20,
  fileSize: Number.POSITIVE_INFINITY,
};
// The most that a form has besides its file.
const OVERHEAD_BYTES = 256 * 1024;
const MESSAGES: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: 'The form must have exactly one file',
  FST_FIELDS_LIMIT: `The form must not have more than ${LIMITS.fields} fields`,
  FST_PROTO_VIOLATION: 'The form has a field with a reserved name',
};

const tooLarge = (maxBytes: number) =>
  new ApiError(413, `The file must not be larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`);

// Undoes the escaping that browsers apply to file names in forms.
const plainName = (name: string) => name.replaceAll('%22', '"').replaceAll(/%0D|%0A/g, ' ');

// Every error while parsing a form is caused by the client.
const toClientError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : badRequest(MESSAGES[(error as { code?: string }).code ?? ''] ?? 'The form is malformed or incomplete');

async function* withClientErrors<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw toClientError(error);
  }
}

/** Accepts multipart forms on a part of the server. */
export const acceptFileForms = async (app: FastifyInstance) => {
  await app.register(multipart);
};

/** Reads the form of an authenticated request. */
export const uploadReader =
  (request: FastifyRequest, { maxBytes, check }: { maxBytes: number; check: Validator }): ReadUpload<never> =>
  async <T extends Discardable>(take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>) => {
    if (!request.isMultipart()) throw new ApiError(415, 'The body must be sent as multipart/form-data');
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + OVERHEAD_BYTES) throw tooLarge(maxBytes);
    const fields: Record<string, unknown> = {};
    let found: { name: string; contentType: string; file: T } | undefined;
    const read = async (part: Multipart) => {
      if (part.type === 'field') {
        if (part.valueTruncated) throw invalid({ path: `body.${part.fieldname}`, message: 'is too long' });
        fields[part.fieldname] = part.value;
      } else if (part.fieldname !== FILE)
        throw invalid({
          path: `body.${part.fieldname}`,
          message: `must not be a file; send the file as "${FILE}"`,
        });
      else {
        const { mimetype: contentType } = part;
        const name = plainName(part.filename ?? FILE);
        rejectInvalidText('body', { file: name });
        found = { name, contentType, file: await take(withClientErrors(part.file)) };
      }
    };
    try {
      for await (const part of withClientErrors(request.parts({ limits: LIMITS }))) await read(part);
      rejectInvalidText('body', fields);
      check(fields);
      if (!found) throw invalid({ path: `body.${FILE}`, message: 'is required, as a part with a file name' });
      return { ...found, fields: fields as never };
    } catch (error) {
      await found?.file.discard();
      // Skips the rest of the body, so that a client that is still sending can read the response.
      request.raw.unpipe();
      request.raw.resume();
      throw error instanceof BlobTooLargeError ? tooLarge(maxBytes) : error;
    }
  };
