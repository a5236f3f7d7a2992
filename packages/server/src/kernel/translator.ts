import type { Term } from '@lectern/document';

/** Texts to be translated together: words with `<x id="n"/>` and `<x id="n">…</x>` for what is not to be translated. */
export interface TranslationRequest {
  readonly texts: readonly string[];
  readonly from: string;
  readonly to: string;
  /** The terms of the glossary that occur in the texts, where a number stands for each. */
  readonly terms: readonly Term[];
  /** What the engine is to mind besides; empty when there is nothing. */
  readonly instructions: string;
}

/**
 * Why an engine gave no translation: it has too much to do, it cannot be reached or answers nonsense (which may be
 * better the next time), what was paid for is used up, or it will not.
 */
export type TranslatorFailure = 'busy' | 'down' | 'garbled' | 'exhausted' | 'refused';

/** An engine gave no translation; the message is for whoever runs the installation. */
export class TranslatorError extends Error {
  override readonly name = 'TranslatorError';
  readonly kind: TranslatorFailure;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: TranslatorFailure,
    message: string,
    more: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** What an engine for translations is to the rest. */
export interface Translator {
  /** Tells its translations from those of another engine or model. */
  readonly name: string;
  /** Translates texts, each at its place; undefined where the engine said nothing of one. */
  translate(request: TranslationRequest): Promise<readonly (string | undefined)[]>;
}
