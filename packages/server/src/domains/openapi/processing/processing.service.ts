import { EgressError } from '../../../kernel/egress.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { NamedFile, SpecificationError, WantedFile } from '../../../kernel/openapi/specifications.ts';
import { retryAfterOf } from '../../../kernel/retry-after.ts';
import { LEASE_MS, processingJob } from '../openapi.service.ts';
import {
  findSourceText,
  type ProcessErrorCode,
  type SpecKey,
  type SpecRow,
  updateSpec,
} from '../openapi.store.ts';
import { deleteOldVersions, findVersion, insertVersion } from '../versions/versions.store.ts';

/** One time that a specification is to be processed. */
export type Round = SpecKey & { readonly round: number };

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'egress' | 'specifications'
>;

/** What the address of a specification says of it, so that it need not be read again. */
interface Marks {
  readonly etag: string | null;
  readonly modified: string | null;
}

interface Made extends Marks {
  readonly json: string;
  readonly hash: string;
}

const HOUR_MS = 60 * 60 * 1000;
const REFRESH_MS = 6 * HOUR_MS;
const FAILED_REFRESH_MS = HOUR_MS / 2;
const FETCH_MS = 15_000;
// A specification of many files, too, is there in a minute or not at all: others wait.
const WHOLE_MS = 60_000;
const FILES_AT_ONCE = 5;
const LARGEST_FILE = 20 * 1024 * 1024;
const LARGEST_IN_ALL = 30 * 1024 * 1024;
const MOST_FILES = 50;
const KEPT_VERSIONS = 100;
const LONGEST_MARK = 1000;
// How long it is waited before an address that did not answer is asked again.
const PAUSES_MS: Record<ProcessErrorCode, readonly number[]> = {
  FETCH_ERROR: [1000, 4000],
  FETCH_TIMEOUT: [1000],
  PARSE_ERROR: [],
};
// Who asks to be left alone for longer is asked again at one of the next refreshes.
const LONGEST_PAUSE_MS = 60_000;
const NO_MARKS: Marks = { etag: null, modified: null };

/** Why a specification could not be processed; what passes may go better a while later. */
class ProcessingError extends Error {
  readonly code: ProcessErrorCode;
  readonly errors: readonly SpecificationError[];
  readonly isPassing: boolean;
  readonly retryAfterMs: number;

  constructor(
    code: ProcessErrorCode,
    errors: readonly SpecificationError[],
    { isPassing = false, retryAfterMs = 0 }: { isPassing?: boolean; retryAfterMs?: number | undefined } = {},
  ) {
    super(code);
    this.code = code;
    this.errors = errors;
    this.isPassing = isPassing;
    this.retryAfterMs = retryAfterMs;
  }
}

const fetchError = (
  url: string,
  message: string,
  code: string,
  passing?: ConstructorParameters<typeof ProcessingError>[2],
) => new ProcessingError('FETCH_ERROR', [{ message: `${url}: ${message}`, code }], passing);

const asProcessingError = (url: string, error: unknown): unknown => {
  if (!(error instanceof EgressError)) return error;
  const { code, message } = error;
  if (code === 'TIMEOUT')
    return new ProcessingError('FETCH_TIMEOUT', [{ message: `${url}: ${message}`, code }], {
      isPassing: true,
    });
  return fetchError(url, message, code, { isPassing: code === 'NETWORK' });
};

const markOf = (headers: Headers, name: string): string | null => {
  const value = headers.get(name);
  return value && value.length <= LONGEST_MARK ? value : null;
};

/** Reading specifications, and making versions of them: beside requests, and again where a process is gone. */
export const createProcessingService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, egress, specifications } = deps;
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);

  /** What stands at an address; undefined where it is what it was. */
  const fetched = async (url: string, known: Marks, until: number) => {
    try {
      const left = until - Date.now();
      if (left <= 0) throw new EgressError('TIMEOUT');
      const answer = await egress.fetch(url, {
        headers: {
          accept: 'application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.1',
          ...(known.etag !== null && { 'if-none-match': known.etag }),
          ...(known.modified !== null && { 'if-modified-since': known.modified }),
        },
        timeoutMs: Math.min(FETCH_MS, left),
        maxBytes: LARGEST_FILE,
      });
      const { status, headers, stream } = answer;
      if (status !== 200) stream.destroy();
      if (status === 304 && (known.etag !== null || known.modified !== null)) return undefined;
      if (status !== 200)
        throw fetchError(url, `answered ${status}`, `HTTP_${status}`, {
          isPassing: status === 429 || status >= 500,
          retryAfterMs: retryAfterOf(headers),
        });
      const marks = { etag: markOf(headers, 'etag'), modified: markOf(headers, 'last-modified') };
      return { text: await answer.text(), url: answer.url, marks };
    } catch (error) {
      throw asProcessingError(url, error);
    }
  };

  const taken = async (text: string, name: string | undefined) => {
    const file = await specifications.take(text, name === undefined);
    if ('errors' in file)
      throw new ProcessingError(
        'PARSE_ERROR',
        name === undefined
          ? file.errors
          : file.errors.map(({ message, code }) => ({ message: `${name}: ${message}`, code })),
      );
    return file;
  };

  /** Where a file is referred to. */
  const placeOf = async ({ from, path }: WantedFile, files: readonly NamedFile[]): Promise<string> => {
    const at = files.findIndex(({ url }) => url === from);
    const place = await specifications.place(files[at]!.text, path);
    return at === 0 ? place : `${from}, ${place}`;
  };

  /** Another file of a specification; what is wrong with it is told with where it is referred to. */
  const other = async (wanted: WantedFile, files: readonly NamedFile[], until: number) => {
    const { ref, url } = wanted;
    if (url === undefined)
      throw fetchError(
        ref,
        `is relative to an address, which a specification that was sent has not (${await placeOf(wanted, files)})`,
        'NO_ADDRESS',
      );
    try {
      return { url, text: (await fetched(url, NO_MARKS, until))!.text };
    } catch (error) {
      if (!(error instanceof ProcessingError)) throw error;
      const place = await placeOf(wanted, files);
      const errors = error.errors.map((one) => ({ ...one, message: `${place}: ${one.message}` }));
      throw new ProcessingError(error.code, errors, error);
    }
  };

  const missing = async (files: readonly NamedFile[]): Promise<readonly WantedFile[]> => {
    const wanted = await specifications.wanted(files.map(({ url, json }) => ({ url, json })));
    if ('errors' in wanted) throw new ProcessingError('PARSE_ERROR', wanted.errors);
    return wanted;
  };

  /** A specification with all files that it refers to, and these, each once. */
  const gathered = async (
    first: { text: string; url: string | undefined },
    until: number,
  ): Promise<NamedFile[]> => {
    const { text, url = '' } = first;
    const files: NamedFile[] = [{ url, text, ...(await taken(text, undefined)) }];
    let size = text.length;
    for (let wave = await missing(files); wave.length > 0; wave = await missing(files)) {
      if (files.length + wave.length > MOST_FILES + 1)
        throw fetchError(
          wave[0]!.url ?? wave[0]!.ref,
          `a specification has at most ${MOST_FILES} other files`,
          'TOO_MANY_FILES',
        );
      for (let at = 0; at < wave.length; at += FILES_AT_ONCE) {
        const batch = wave.slice(at, at + FILES_AT_ONCE);
        for (const one of await Promise.all(batch.map((wanted) => other(wanted, files, until)))) {
          size += one.text.length;
          if (size > LARGEST_IN_ALL)
            throw fetchError(
              one.url,
              `all files of a specification have at most ${LARGEST_IN_ALL} characters`,
              'TOO_LARGE',
            );
          files.push({ ...one, ...(await taken(one.text, one.url)) });
        }
      }
    }
    return files;
  };

  /** The document of a specification, whole; undefined where it is what it was. */
  const make = async (spec: SpecRow): Promise<Made | undefined> => {
    const known = spec.version_id !== null && spec.error_code === null ? spec : NO_MARKS;
    const until = Date.now() + WHOLE_MS;
    const first =
      spec.source_url !== null
        ? await fetched(spec.source_url, known, until)
        : { text: (await findSourceText(db, spec)) ?? '', url: undefined, marks: NO_MARKS };
    if (!first) return undefined;
    const files = await gathered(first, until);
    const whole = await specifications.bundle(files);
    if ('errors' in whole) throw new ProcessingError('PARSE_ERROR', whole.errors);
    // The marks are those of the first file: what stands in others may change without it.
    return { ...whole, ...(files.length > 1 ? NO_MARKS : first.marks) };
  };

  /** What a processed specification is left as; the addresses are read again by and by. */
  const done = (spec: SpecRow, refreshMs = REFRESH_MS) => ({
    state: 'complete' as const,
    attempts: 0,
    due_at: spec.source_url === null ? null : later(refreshMs),
    processed_at: clock.now(),
  });

  const finish = (spec: SpecRow, made: Made | undefined): Promise<void> =>
    transaction(async (tx) => {
      const marks = made ? { etag: made.etag, modified: made.modified } : {};
      const held = await updateSpec(tx, spec, {
        ...done(spec),
        ...marks,
        error_code: null,
        errors: [],
      });
      if (!held || !made) return;
      const last = held.version_id === null ? undefined : await findVersion(tx, held, held.version_id);
      if (last?.hash === made.hash) return;
      const id = newId();
      const { json: content, hash } = made;
      const at = clock.now();
      await insertVersion(tx, held, { id, source_url: held.source_url, hash, content, created_at: at });
      await deleteOldVersions(tx, held, KEPT_VERSIONS);
      await updateSpec(tx, spec, { version_id: id, updated_at: at });
      await events.record(tx, SYSTEM, {
        organizationId: held.organization_id,
        action: 'openapi.version-created',
        target: { type: 'openapi', id: held.id, label: held.slug },
        payload: { version: id },
      });
    });

  const fail = (spec: SpecRow, { code, errors, isPassing, retryAfterMs }: ProcessingError): Promise<void> =>
    transaction(async (tx) => {
      const pause = isPassing ? PAUSES_MS[code][spec.attempts] : undefined;
      const told = { error_code: code, errors };
      if (pause === undefined || retryAfterMs > LONGEST_PAUSE_MS) {
        const soon = isPassing ? FAILED_REFRESH_MS : REFRESH_MS;
        const refreshMs = Math.min(Math.max(soon, retryAfterMs), REFRESH_MS);
        await updateSpec(tx, spec, { ...done(spec, refreshMs), ...told });
        return;
      }
      const waits = { state: 'pending' as const, attempts: spec.attempts + 1, due_at: later(LEASE_MS) };
      if (!(await updateSpec(tx, spec, { ...waits, ...told }))) return;
      const { organization_id, id, round } = spec;
      await jobs.enqueue(
        tx,
        processingJob(spec),
        { organization_id, id, round },
        {
          // The queue goes by the time of the world.
          startAfter: new Date(Date.now() + Math.max(pause, retryAfterMs)),
        },
      );
    });

  return {
    /** Processes a specification, unless somebody asked for it anew since. */
    process: async (round: Round): Promise<void> => {
      const spec = await updateSpec(db, round, { state: 'progress', due_at: later(LEASE_MS) });
      if (!spec) return;
      try {
        await finish(spec, await make(spec));
      } catch (error) {
        if (!(error instanceof ProcessingError)) throw error;
        await fail(spec, error);
      }
    },
  };
};

/** Reading specifications. */
export type ProcessingService = ReturnType<typeof createProcessingService>;
