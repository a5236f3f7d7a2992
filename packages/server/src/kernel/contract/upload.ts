import type { IncomingMessage } from 'node:http';
import multipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BlobTooLargeError } from '../blobs/blobs.ts';
import { ApiError, badRequest, invalid } from '../errors/errors.ts';
import { rejectInvalidText, type Validator } from './validation.ts';

/** What is made of the bytes of a file while the rest of its form is still on its way. */
interface Discardable {
  /** Takes it back: the form is refused. */
  discard(): Promise<void>;
}

/** A form that has come in: its file, and what else it says. */
export interface UploadedForm<Fields, T> {
  readonly name: string;
  /** What the sender believes it to be. */
  readonly contentType: string;
  readonly file: T;
  readonly fields: Fields;
}

/** Reads a form with one file, whose bytes go to `take` as they come. */
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
// What a form has besides its file, at most.
const AROUND_BYTES = 256 * 1024;
const REFUSALS: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: 'The form must have one file, not several',
  FST_FIELDS_LIMIT: `The form must not have more than ${LIMITS.fields} fields`,
  FST_PROTO_VIOLATION: 'The form has a field that nothing may be called',
};

const tooLarge = (maxBytes: number) =>
  new ApiError(413, `The file must not have more than ${Math.floor(maxBytes / 1024 / 1024)} MB`);

// As browsers write into a form what would end the name there.
const plainName = (name: string) => name.replaceAll('%22', '"').replaceAll(/%0D|%0A/g, ' ');

// Whatever is wrong with a form, or cut off, came from outside.
const asRefusal = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : badRequest(REFUSALS[(error as { code?: string }).code ?? ''] ?? 'The form is broken or not complete');

async function* refusing<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Forms with files, on a part of the server; what is still being sent when it ends has not come in, and is cut off. */
export const acceptFileForms = async (app: FastifyInstance, sending: ReadonlySet<IncomingMessage>) => {
  await app.register(multipart);
  app.addHook('preClose', async () => {
    for (const request of sending) request.destroy();
  });
};

/** The reader of a request's form, once it is known who sends it. */
export const uploadReader =
  (
    request: FastifyRequest,
    { maxBytes, check, sending }: { maxBytes: number; check: Validator; sending: Set<IncomingMessage> },
  ): ReadUpload<never> =>
  async <T extends Discardable>(take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>) => {
    if (!request.isMultipart()) throw new ApiError(415, 'The body must be sent as multipart/form-data');
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + AROUND_BYTES) throw tooLarge(maxBytes);
    const fields: Record<string, unknown> = {};
    let found: { name: string; contentType: string; file: T } | undefined;
    const read = async (part: Multipart) => {
      if (part.type === 'field') {
        if (part.valueTruncated) throw invalid({ path: `body.${part.fieldname}`, message: 'is too long' });
        fields[part.fieldname] = part.value;
      } else if (part.fieldname !== FILE)
        throw invalid({ path: `body.${part.fieldname}`, message: `must not be a file: "${FILE}" is` });
      else {
        const { mimetype: contentType } = part;
        const name = plainName(part.filename ?? FILE);
        rejectInvalidText('body', { file: name });
        found = { name, contentType, file: await take(refusing(part.file)) };
      }
    };
    sending.add(request.raw);
    try {
      for await (const part of refusing(request.parts({ limits: LIMITS }))) await read(part);
      rejectInvalidText('body', fields);
      check(fields);
      if (!found) throw invalid({ path: `body.${FILE}`, message: 'is required: a part with a file name' });
      return { ...found, fields: fields as never };
    } catch (error) {
      await found?.file.discard();
      // The rest is passed over, so that whoever still sends can read the answer.
      request.raw.unpipe();
      request.raw.resume();
      throw error instanceof BlobTooLargeError ? tooLarge(maxBytes) : error;
    } finally {
      sending.delete(request.raw);
    }
  };
