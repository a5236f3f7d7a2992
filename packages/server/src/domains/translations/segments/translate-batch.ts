import { setTimeout as sleep } from 'node:timers/promises';
import { hasSamePlaceholders, splitEncoded, type Term, withoutStrayMarkup } from '@lectern/document';
import { EngineError } from '../../../kernel/engine-error.ts';
import type { Translator } from '../../../kernel/translator.ts';
import { hasTooManyTexts, isRequestTooLarge } from './engine-limits.ts';

/** A text to translate, with the glossary terms in it. */
export interface Segment {
  readonly text: string;
  readonly terms: readonly Term[];
}

/** Limits of one request; lowered when the engine rejects a request as too large. */
export interface RequestLimits {
  texts: number;
  characters: number;
  /** The longest text that is sent in one piece; longer texts are split. */
  longest: number;
}

/** The engine, and the parameters of every request. */
export interface EngineSession {
  readonly engine: Translator;
  readonly from: string;
  readonly to: string;
  readonly instructions: string;
  readonly limits: RequestLimits;
  readonly signal: AbortSignal;
}

/** The usable translations of a batch, by text, and the first problem with the others. */
export interface BatchResult {
  readonly translations: ReadonlyMap<string, string>;
  readonly problem: string | undefined;
  /** Whether the batch was given up because the engine returned only empty responses. */
  readonly isUnresponsive: boolean;
}

/** State of a batch while it is translated. */
interface BatchState {
  readonly translations: Map<string, string>;
  /** How often the translation of a text lacked its placeholders. */
  readonly invalid: Map<string, number>;
  /** How often a request for this text alone returned nothing. */
  readonly unanswered: Map<string, number>;
  problem: string | undefined;
  emptyResponses: number;
}

const MAX_TEXTS = 30;
const MAX_CHARACTERS = 12_000;
// Requests are not made smaller than this.
const MIN_CHARACTERS = 100;
const MAX_TRIES = 5;
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
const MAX_EMPTY_RESPONSES = 6;
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;
// An invalid translation is requested once more, then the text is split.
const MAX_INVALID = 2;
const MAX_UNANSWERED = 5;
// No language needs so many times the characters of another; short texts may become a sentence.
const MAX_GROWTH = 10;
const MAX_ADDED_CHARACTERS = 200;

/** The limits before an engine has rejected anything. */
export const initialLimits = (): RequestLimits => ({
  texts: MAX_TEXTS,
  characters: MAX_CHARACTERS,
  longest: MAX_CHARACTERS,
});

/** Groups segments into batches within the limits. */
export const inBatches = (
  segments: readonly Segment[],
  { texts, characters }: Omit<RequestLimits, 'longest'>,
): Segment[][] => {
  const batches: Segment[][] = [];
  let size = 0;
  for (const segment of segments) {
    const last = batches.at(-1);
    size += segment.text.length;
    if (last && last.length < texts && size <= characters) last.push(segment);
    else {
      batches.push([segment]);
      size = segment.text.length;
    }
  }
  return batches;
};

/** Halves the limit that a rejected request exceeded; false if the request cannot get any smaller. */
const lowerLimits = (limits: RequestLimits, batch: readonly Segment[], error: EngineError): boolean => {
  const characters = batch.reduce((sum, { text }) => sum + text.length, 0);
  const half = Math.ceil(characters / 2);
  if (batch.length > 1 && hasTooManyTexts(error, batch.length))
    limits.texts = Math.min(limits.texts, Math.ceil(batch.length / 2));
  else limits.characters = Math.min(limits.characters, half);
  if (batch.length > 1) return true;
  limits.longest = Math.min(limits.longest, half);
  return characters > MIN_CHARACTERS;
};

/** Sends one request, and retries while the engine is busy or unreachable. */
const requestTranslations = async (
  { engine, from, to, instructions, signal }: EngineSession,
  segments: readonly Segment[],
): Promise<readonly (string | undefined)[]> => {
  const terms = new Map(segments.flatMap((segment) => segment.terms).map((term) => [term.term, term]));
  const texts = segments.map(({ text }) => text);
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      return await engine.translate({ texts, from, to, terms: [...terms.values()], instructions });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const isTemporary = error.kind === 'busy' || error.kind === 'down';
      const wait = error.retryAfterMs ?? MIN_WAIT_MS * 2 ** (tries - 1);
      if (!isTemporary || tries >= MAX_TRIES || wait > MAX_WAIT_MS) throw error;
      await sleep(wait, undefined, { signal });
    }
  }
};

const isTooLong = (text: string, translation: string): boolean =>
  translation.length > MAX_GROWTH * text.length + MAX_ADDED_CHARACTERS;

const increment = (counts: Map<string, number>, text: string) =>
  counts.set(text, (counts.get(text) ?? 0) + 1);

/** Sorts the texts of a response into valid, invalid and missing translations. */
const recordResponse = (
  state: BatchState,
  batch: readonly Segment[],
  response: readonly (string | undefined)[],
): void => {
  state.emptyResponses = response.some((text) => text !== undefined) ? 0 : state.emptyResponses + 1;
  for (const [at, { text }] of batch.entries()) {
    const received = response[at];
    const translation = received === undefined ? undefined : withoutStrayMarkup(text, received);
    if (translation === undefined) {
      if (batch.length === 1) increment(state.unanswered, text);
    } else if (isTooLong(text, translation)) {
      increment(state.invalid, text);
      state.problem ??= 'Its translations are many times as long as the source text';
    } else if (hasSamePlaceholders(text, translation)) state.translations.set(text, translation);
    else {
      increment(state.invalid, text);
      state.problem ??= 'Its translations lack placeholders of the source text';
    }
  }
};

/** Sends one request; false if it was too large, and has to be repeated with lower limits. */
const sendBatch = async (
  session: EngineSession,
  state: BatchState,
  batch: readonly Segment[],
): Promise<boolean> => {
  const pause = Math.min(MIN_PAUSE_MS * 2 ** (state.emptyResponses - 1), MAX_PAUSE_MS);
  if (state.emptyResponses > 0) await sleep(pause, undefined, { signal: session.signal });
  const response = await requestTranslations(session, batch).catch((error: unknown) => {
    if (!(error instanceof EngineError)) throw error;
    if (isRequestTooLarge(error) && lowerLimits(session.limits, batch, error)) return undefined;
    if (error.kind !== 'garbled') throw error;
    state.problem = error.message;
    return [];
  });
  if (!response) return false;
  recordResponse(state, batch, response);
  return true;
};

/** Sends segments until each is translated or given up; batches shrink while nothing usable is returned. */
const sendAll = async (
  session: EngineSession,
  state: BatchState,
  segments: readonly Segment[],
): Promise<void> => {
  const { limits } = session;
  const isPending = ({ text }: Segment): boolean =>
    !state.translations.has(text) &&
    text.length <= limits.longest &&
    (state.invalid.get(text) ?? 0) < MAX_INVALID &&
    (state.unanswered.get(text) ?? 0) < MAX_UNANSWERED;
  let pending = segments.filter(isPending);
  let size = pending.length;
  while (pending.length > 0 && state.emptyResponses < MAX_EMPTY_RESPONSES) {
    const texts = Math.min(size, limits.texts);
    const batch = inBatches(pending, { ...limits, texts })[0]!;
    const isAccepted = await sendBatch(session, state, batch);
    if (isAccepted && !batch.some(({ text }) => state.translations.has(text)))
      size = Math.ceil(batch.length / 2);
    pending = [...pending.slice(batch.length), ...batch.filter(isPending)];
  }
};

/** Translates segments, and the parts of those that are too long or keep coming back invalid. */
const translateWithSplitting = async (
  session: EngineSession,
  state: BatchState,
  segments: readonly Segment[],
): Promise<void> => {
  const { limits } = session;
  for (const batch of inBatches(segments, limits)) await sendAll(session, state, batch);
  const split = segments
    .filter(({ text }) => !state.translations.has(text))
    .map(({ text }) => ({ text, ...splitEncoded(text, limits.longest) }))
    .filter(({ text, runs }) => runs.length > 1 || runs[0] !== text);
  if (split.length === 0) return;
  const parts = new Set(split.flatMap(({ runs }) => runs));
  await translateWithSplitting(
    session,
    state,
    [...parts].map((text) => ({ text, terms: [] })),
  );
  for (const { text, runs, join } of split) {
    const translated = runs.flatMap((part) => state.translations.get(part) ?? []);
    const joined = translated.length === runs.length ? join(translated) : undefined;
    if (joined !== undefined && hasSamePlaceholders(text, joined)) state.translations.set(text, joined);
  }
};

/** Translates segments with retries, smaller requests and split texts; segments without a valid translation are left out. */
export const translateBatch = async (
  session: EngineSession,
  segments: readonly Segment[],
): Promise<BatchResult> => {
  const state: BatchState = {
    translations: new Map(),
    invalid: new Map(),
    unanswered: new Map(),
    problem: undefined,
    emptyResponses: 0,
  };
  await translateWithSplitting(session, state, segments);
  const { translations, emptyResponses } = state;
  return {
    translations,
    problem: state.problem ?? (translations.size === 0 ? 'It returned no translation' : undefined),
    isUnresponsive: emptyResponses >= MAX_EMPTY_RESPONSES,
  };
};
