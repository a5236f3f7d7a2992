import type { Term } from '@lectern/document';

/** Texts to translate together, with `<x id="n"/>` and `<x id="n">…</x>` for parts that must not be translated. */
export interface TranslationRequest {
  readonly texts: readonly string[];
  readonly from: string;
  readonly to: string;
  /** The glossary terms that occur in the texts, where numbers stand for them. */
  readonly terms: readonly Term[];
  /** Additional instructions; may be empty. */
  readonly instructions: string;
}

/** Interface of a translation service (implemented by `adapters/translators`). */
export interface Translator {
  /** The name of the service or model. */
  readonly name: string;
  /** Translates texts in order; undefined for texts that the service did not return. */
  translate(request: TranslationRequest): Promise<readonly (string | undefined)[]>;
}
