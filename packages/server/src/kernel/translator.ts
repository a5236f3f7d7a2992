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

/** What an engine for translations is to the rest. */
export interface Translator {
  /** Which engine or model it is. */
  readonly name: string;
  /** Translates texts, each at its place; undefined where the engine said nothing of one. */
  translate(request: TranslationRequest): Promise<readonly (string | undefined)[]>;
}
