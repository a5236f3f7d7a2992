import type { RefCodec } from '../refs.ts';

/** Options of parsing and printing. */
export interface MarkdownOptions {
  readonly refs?: RefCodec;
}
