import { createHash } from 'node:crypto';
import { countEncodedWords, withoutGlossaryTerms } from '@lectern/document';
import type { Database } from '../../../kernel/database/database.ts';
import { EngineError } from '../../../kernel/engine-error.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { TranslationKey } from '../translations.store.ts';
import {
  findTranslatedSegments,
  insertTranslatedSegments,
  type TranslatedSegment,
} from './segments.store.ts';
import {
  type EngineSession,
  inBatches,
  initialLimits,
  type Segment,
  translateBatch,
} from './translate-batch.ts';

type Dependencies = Pick<Kernel, 'db'>;

/** An engine session of one run of a translation. */
export interface RunSession extends EngineSession {
  readonly translation: TranslationKey;
  readonly run: number;
}

const CONCURRENT_BATCHES = 3;
// Batches in a row without any usable translation before a run is given up.
const MAX_FAILED_BATCHES = 3;

const digest = ({ from, to, instructions }: EngineSession, text: string, terms: Segment['terms']): string =>
  createHash('sha256')
    .update(JSON.stringify([from, to, instructions, text, terms]))
    .digest('base64url');

// Independent of the engine: changing it does not invalidate existing translations. Terms are part of the text.
const hashOf = (session: EngineSession, { text }: Segment): string => digest(session, text, []);

/** The keys of a segment in the translation memory, including the key of versions whose texts did not contain the terms. */
const hashesOf = (session: EngineSession, segment: Segment): readonly string[] => {
  const { text, terms } = segment;
  const placeholders = text.match(/<x id="\d+"[^<>]*\/>/g)?.length ?? 0;
  const isUnambiguous = terms.length > 0 && placeholders === terms.length;
  return [
    hashOf(session, segment),
    ...(isUnambiguous ? [digest(session, withoutGlossaryTerms(text), terms)] : []),
  ];
};

const unusableError = (problem: string | undefined) =>
  new EngineError(
    'garbled',
    `The translation engine returned no usable translations${problem ? `: ${problem}` : ''}`,
  );

/** Opens the translation of segments for one run. */
const createRunTranslation = (db: Database, options: Omit<RunSession, 'limits'>) => {
  const session: RunSession = { ...options, limits: initialLimits() };
  let [requested, translated, failedBatches] = [0, 0, 0];
  let problem: string | undefined;

  /** Translates a batch and stores it at once, so that an interrupted run continues after it. */
  const translateAndStore = async (
    batch: readonly Segment[],
    signal: AbortSignal,
  ): Promise<Map<string, string>> => {
    const result = await translateBatch({ ...session, signal }, batch);
    const translations = new Map(
      batch.flatMap(({ text }) => {
        const translation = result.translations.get(text);
        return translation === undefined ? [] : [[text, translation] as const];
      }),
    );
    await insertTranslatedSegments(
      db,
      session.translation,
      session.run,
      batch.flatMap((segment) => {
        const text = translations.get(segment.text);
        const words = countEncodedWords(segment.text);
        return text === undefined ? [] : [{ hash: hashOf(session, segment), text, words }];
      }),
    );
    requested += batch.length;
    translated += translations.size;
    failedBatches = translations.size > 0 ? 0 : failedBatches + 1;
    problem ??= result.problem;
    // An engine that has worked before, and still responds, is given every batch.
    if (failedBatches >= MAX_FAILED_BATCHES && (translated === 0 || result.isUnresponsive))
      throw unusableError(result.problem);
    return translations;
  };

  /** Translates batches concurrently; an error aborts the others before it is thrown. */
  const translateConcurrently = async (
    batches: Segment[][],
    onTranslated: (text: string, translation: string) => void,
  ): Promise<void> => {
    const stop = new AbortController();
    const signal = AbortSignal.any([session.signal, stop.signal]);
    const work = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift())
        for (const entry of await translateAndStore(batch, signal)) onTranslated(...entry);
    };
    const results = await Promise.allSettled(
      Array.from({ length: CONCURRENT_BATCHES }, () =>
        work().catch((error: unknown) => {
          stop.abort(error);
          throw error;
        }),
      ),
    );
    if (results.some(({ status }) => status === 'rejected')) {
      session.signal.throwIfAborted();
      throw stop.signal.reason;
    }
  };

  return {
    /** The translations of segments by text, from the translation memory or the engine. */
    translate: async (segments: readonly Segment[]): Promise<ReadonlyMap<string, TranslatedSegment>> => {
      const hashes = new Map(segments.map((segment) => [segment.text, hashesOf(session, segment)]));
      const stored = await findTranslatedSegments(db, session.translation, [
        ...new Set([...hashes.values()].flat()),
      ]);
      const translations = new Map<string, TranslatedSegment>();
      const missing = new Map<string, Segment>();
      for (const segment of segments) {
        const found = hashes.get(segment.text)!.flatMap((hash) => stored.get(hash) ?? [])[0];
        if (found) translations.set(segment.text, found);
        else missing.set(segment.text, segment);
      }
      await translateConcurrently(inBatches([...missing.values()], session.limits), (text, translation) =>
        translations.set(text, { text: translation, run: session.run }),
      );
      return translations;
    },

    /** Fails the run if the engine was asked for translations and returned none that is usable. */
    close: (): void => {
      if (requested > 0 && translated === 0) throw unusableError(problem);
    },
  };
};

/** Translates segments, and stores the translations so that no segment is translated twice. */
export const createSegmentsService = ({ db }: Dependencies) => ({
  /** Opens an engine session for a run. */
  open: (options: Omit<RunSession, 'limits'>) => createRunTranslation(db, options),
});

/** Translates segments, and stores the translations. */
export type SegmentsService = ReturnType<typeof createSegmentsService>;
