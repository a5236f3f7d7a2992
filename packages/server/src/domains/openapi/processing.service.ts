import { decodeText } from '@lectern/document';
import { EgressError } from '../../kernel/egress.ts';
import { SYSTEM } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type {
  MissingFile,
  SpecificationError,
  SpecificationFile,
} from '../../kernel/openapi/specifications.ts';
import { parseRetryAfter } from '../../kernel/retry-after.ts';
import { LEASE_MS, type ProcessingRound, processingJob } from './openapi.service.ts';
import { findSourceText, type ProcessErrorCode, type SpecRow, updateSpec } from './openapi.store.ts';
import { deleteOldVersions, findVersion, insertVersion } from './versions/versions.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'egress' | 'specifications'
>;

/** HTTP cache validators of a specification, for conditional requests. */
interface CacheValidators {
  readonly etag: string | null;
  readonly modified: string | null;
}

interface BundledSpecification extends CacheValidators {
  readonly json: string;
  readonly hash: string;
}

const HOUR_MS = 60 * 60 * 1000;
const REFRESH_MS = 6 * HOUR_MS;
const FAILED_REFRESH_MS = HOUR_MS / 2;
const FETCH_MS = 15_000;
// The limit for fetching all files of a specification.
const FETCH_ALL_MS = 60_000;
const FETCH_CONCURRENCY = 5;
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_CHARACTERS = 30 * 1024 * 1024;
const MAX_FILES = 50;
const MAX_VERSIONS = 100;
const MAX_VALIDATOR_LENGTH = 1000;
// Delays before retries, by error.
const RETRY_DELAYS_MS: Record<ProcessErrorCode, readonly number[]> = {
  FETCH_ERROR: [1000, 4000],
  FETCH_TIMEOUT: [1000],
  PARSE_ERROR: [],
};
// A longer `retry-after` postpones the retry to a later refresh.
const MAX_RETRY_DELAY_MS = 60_000;
const NO_VALIDATORS: CacheValidators = { etag: null, modified: null };

/** The failure of processing a specification; transient ones are retried. */
class ProcessingError extends Error {
  readonly code: ProcessErrorCode;
  readonly errors: readonly SpecificationError[];
  readonly isTransient: boolean;
  readonly retryAfterMs: number;

  constructor(
    code: ProcessErrorCode,
    errors: readonly SpecificationError[],
    {
      isTransient = false,
      retryAfterMs = 0,
    }: { isTransient?: boolean; retryAfterMs?: number | undefined } = {},
  ) {
    super(code);
    this.code = code;
    this.errors = errors;
    this.isTransient = isTransient;
    this.retryAfterMs = retryAfterMs;
  }
}

const fetchError = (
  url: string,
  message: string,
  code: string,
  retry?: ConstructorParameters<typeof ProcessingError>[2],
) => new ProcessingError('FETCH_ERROR', [{ message: `${url}: ${message}`, code }], retry);

const toProcessingError = (url: string, error: unknown): unknown => {
  if (!(error instanceof EgressError)) return error;
  const { code, message } = error;
  if (code === 'TIMEOUT')
    return new ProcessingError('FETCH_TIMEOUT', [{ message: `${url}: ${message}`, code }], {
      isTransient: true,
    });
  return fetchError(url, message, code, { isTransient: code === 'NETWORK' });
};

const validatorHeader = (headers: Headers, name: string): string | null => {
  const value = headers.get(name);
  return value && value.length <= MAX_VALIDATOR_LENGTH ? value : null;
};

/** The text of a file in the declared encoding, or else in the one that its bytes show. */
const textOf = (bytes: Uint8Array, contentType: string): string => {
  const declared = /;\s*charset="?([\w-]+)/i.exec(contentType)?.[1];
  const hasMark = bytes[0] === 0xff || bytes[0] === 0xfe;
  if (declared === undefined || hasMark || /^(?:utf-?8|windows-1252|iso-8859-1)$/i.test(declared))
    return decodeText(bytes).text;
  try {
    return new TextDecoder(declared).decode(bytes);
  } catch {
    return decodeText(bytes).text;
  }
};

/** Fetches, bundles and stores specifications, in background jobs. */
export const createProcessingService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, egress, specifications } = deps;
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);

  /** Fetches a file; undefined if it has not changed. */
  const fetchFile = async (url: string, known: CacheValidators, until: number) => {
    try {
      const left = until - Date.now();
      if (left <= 0) throw new EgressError('TIMEOUT');
      const response = await egress.fetch(url, {
        headers: {
          accept: 'application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.1',
          ...(known.etag !== null && { 'if-none-match': known.etag }),
          ...(known.modified !== null && { 'if-modified-since': known.modified }),
        },
        timeoutMs: Math.min(FETCH_MS, left),
        maxBytes: MAX_FILE_BYTES,
      });
      const { status, headers, stream } = response;
      if (status !== 200) stream.destroy();
      if (status === 304 && (known.etag !== null || known.modified !== null)) return undefined;
      if (status !== 200)
        throw fetchError(url, `responded with the status ${status}`, `HTTP_${status}`, {
          isTransient: status === 429 || status >= 500,
          retryAfterMs: parseRetryAfter(headers.get('retry-after')),
        });
      const validators = {
        etag: validatorHeader(headers, 'etag'),
        modified: validatorHeader(headers, 'last-modified'),
      };
      const text = textOf(await response.bytes(), headers.get('content-type') ?? '');
      return { text, url: response.url, validators };
    } catch (error) {
      throw toProcessingError(url, error);
    }
  };

  const parseFile = async (text: string, name: string | undefined) => {
    const file = await specifications.parseFile(text, name === undefined);
    if ('errors' in file)
      throw new ProcessingError(
        'PARSE_ERROR',
        name === undefined
          ? file.errors
          : file.errors.map((error) => ({ ...error, message: `${name}: ${error.message}` })),
      );
    return file;
  };

  /** The location of the reference to a file. */
  const referenceLocation = async (
    { from, path }: MissingFile,
    files: readonly SpecificationFile[],
  ): Promise<string> => {
    const at = files.findIndex(({ url }) => url === from);
    const location = await specifications.locate(files[at]!.text, path);
    return at === 0 ? location : `${from}, ${location}`;
  };

  /** Fetches a referenced file; errors name the location of the reference. */
  const fetchReferenced = async (
    missing: MissingFile,
    files: readonly SpecificationFile[],
    until: number,
  ) => {
    const { ref, url } = missing;
    if (url === undefined)
      throw fetchError(
        ref,
        `is a relative reference, which a specification sent as text cannot have (${await referenceLocation(missing, files)})`,
        'NO_ADDRESS',
      );
    try {
      return { url, text: (await fetchFile(url, NO_VALIDATORS, until))!.text };
    } catch (error) {
      if (!(error instanceof ProcessingError)) throw error;
      const location = await referenceLocation(missing, files);
      const errors = error.errors.map((one) => ({ ...one, message: `${location}: ${one.message}` }));
      throw new ProcessingError(error.code, errors, error);
    }
  };

  const missingFiles = async (files: readonly SpecificationFile[]): Promise<readonly MissingFile[]> => {
    const missing = await specifications.missingFiles(files.map(({ url, json }) => ({ url, json })));
    if ('errors' in missing) throw new ProcessingError('PARSE_ERROR', missing.errors);
    return missing;
  };

  /** Loads a specification with all files that it refers to, directly or indirectly. */
  const loadFiles = async (
    first: { text: string; url: string | undefined },
    until: number,
  ): Promise<SpecificationFile[]> => {
    const { text, url = '' } = first;
    const files: SpecificationFile[] = [{ url, text, ...(await parseFile(text, undefined)) }];
    let size = text.length;
    const unavailable = new Set<string>();
    const nextFiles = async () =>
      (await missingFiles(files)).filter(({ url: one, ref }) => !unavailable.has(one ?? ref));
    /** A referenced file; undefined if it is unavailable and the specification is complete without it. */
    const load = async (missing: MissingFile): Promise<SpecificationFile | undefined> => {
      try {
        const one = await fetchReferenced(missing, files, until);
        return { ...one, ...(await parseFile(one.text, one.url)) };
      } catch (error) {
        if (!missing.isOptional || !(error instanceof ProcessingError)) throw error;
        unavailable.add(missing.url ?? missing.ref);
        return undefined;
      }
    };
    for (let wave = await nextFiles(); wave.length > 0; wave = await nextFiles()) {
      if (files.length + wave.length > MAX_FILES + 1)
        throw fetchError(
          wave[0]!.url ?? wave[0]!.ref,
          `a specification can have at most ${MAX_FILES} other files`,
          'TOO_MANY_FILES',
        );
      for (let at = 0; at < wave.length; at += FETCH_CONCURRENCY) {
        const batch = wave.slice(at, at + FETCH_CONCURRENCY);
        for (const one of await Promise.all(batch.map(load))) {
          if (!one) continue;
          size += one.text.length;
          if (size > MAX_CHARACTERS)
            throw fetchError(
              one.url,
              `the files of a specification can have at most ${MAX_CHARACTERS} characters in total`,
              'TOO_LARGE',
            );
          files.push(one);
        }
      }
    }
    return files;
  };

  /** Loads and bundles a specification; undefined if it has not changed. */
  const bundle = async (spec: SpecRow): Promise<BundledSpecification | undefined> => {
    const known = spec.version_id !== null && spec.error_code === null ? spec : NO_VALIDATORS;
    const until = Date.now() + FETCH_ALL_MS;
    const first =
      spec.source_url !== null
        ? await fetchFile(spec.source_url, known, until)
        : { text: (await findSourceText(db, spec)) ?? '', url: undefined, validators: NO_VALIDATORS };
    if (!first) return undefined;
    const files = await loadFiles(first, until);
    const bundled = await specifications.bundle(files);
    if ('errors' in bundled) throw new ProcessingError('PARSE_ERROR', bundled.errors);
    // Validators cover the first file only; others may change without it.
    return { ...bundled, ...(files.length > 1 ? NO_VALIDATORS : first.validators) };
  };

  /** The columns of a processed specification, with the time of its next refresh. */
  const completed = (spec: SpecRow, refreshMs = REFRESH_MS) => ({
    state: 'complete' as const,
    attempts: 0,
    due_at: spec.source_url === null ? null : later(refreshMs),
    processed_at: clock.now(),
  });

  const finish = (
    spec: SpecRow,
    bundled: BundledSpecification | undefined,
    { chain }: ProcessingRound,
  ): Promise<void> =>
    transaction(async (tx) => {
      const validators = bundled ? { etag: bundled.etag, modified: bundled.modified } : {};
      const locked = await updateSpec(tx, spec, {
        ...completed(spec),
        ...validators,
        error_code: null,
        errors: [],
      });
      if (!locked || !bundled) return;
      const last = locked.version_id === null ? undefined : await findVersion(tx, locked, locked.version_id);
      if (last?.hash === bundled.hash) return;
      const id = newId();
      const { json: content, hash } = bundled;
      const at = clock.now();
      await insertVersion(tx, locked, { id, source_url: locked.source_url, hash, content, created_at: at });
      await deleteOldVersions(tx, locked, MAX_VERSIONS);
      await updateSpec(tx, spec, { version_id: id, updated_at: at });
      await events.record(tx, SYSTEM, {
        organizationId: locked.organization_id,
        action: 'openapi.version-created',
        target: { type: 'openapi', id: locked.id, label: locked.slug },
        payload: { version: id },
        ...(chain && { chain }),
      });
    });

  const fail = (
    spec: SpecRow,
    { code, errors, isTransient, retryAfterMs }: ProcessingError,
    { chain }: ProcessingRound,
  ): Promise<void> =>
    transaction(async (tx) => {
      const delay = isTransient ? RETRY_DELAYS_MS[code][spec.attempts] : undefined;
      const failure = { error_code: code, errors };
      if (delay === undefined || retryAfterMs > MAX_RETRY_DELAY_MS) {
        const soon = isTransient ? FAILED_REFRESH_MS : REFRESH_MS;
        const refreshMs = Math.min(Math.max(soon, retryAfterMs), REFRESH_MS);
        await updateSpec(tx, spec, { ...completed(spec, refreshMs), ...failure });
        return;
      }
      const pending = { state: 'pending' as const, attempts: spec.attempts + 1, due_at: later(LEASE_MS) };
      if (!(await updateSpec(tx, spec, { ...pending, ...failure }))) return;
      const { organization_id, id, round } = spec;
      await jobs.enqueue(
        tx,
        processingJob(spec),
        { organization_id, id, round, chain },
        {
          // The queue uses the real time, not the test clock.
          startAfter: new Date(Date.now() + Math.max(delay, retryAfterMs)),
        },
      );
    });

  return {
    /** Processes a specification, unless a newer round has started. */
    process: async (round: ProcessingRound): Promise<void> => {
      const spec = await updateSpec(db, round, { state: 'progress', due_at: later(LEASE_MS) });
      if (!spec) return;
      try {
        await finish(spec, await bundle(spec), round);
      } catch (error) {
        if (!(error instanceof ProcessingError)) throw error;
        await fail(spec, error, round);
      }
    },
  };
};

/** Service that processes specifications. */
export type ProcessingService = ReturnType<typeof createProcessingService>;
