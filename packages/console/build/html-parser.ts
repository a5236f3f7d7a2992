import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const parser = path.join(
  path.dirname(createRequire(import.meta.url).resolve('htmlparser2')),
  '../esm/Parser.js',
);

const DECODER = '\0html-decoder';

// The decoder of `packages/document` with the interface that the parser expects.
const decoder = `import { DecodingMode, HtmlEntityDecoder } from 'entities';
export { DecodingMode };
export const fromCodePoint = String.fromCodePoint;
export const htmlDecodeTree = undefined;
export const xmlDecodeTree = undefined;
export class EntityDecoder extends HtmlEntityDecoder {
  constructor(tree, emit) {
    super(emit);
  }
}`;

/** Bundles the parser of HTML without the rest of its package, and without a second table of entities. */
export const smallHtmlParser = (): Plugin => ({
  name: 'small-html-parser',
  enforce: 'pre',
  resolveId: (id, importer) => {
    if (id === 'htmlparser2') return parser;
    return id === 'entities/decode' && importer?.includes('/htmlparser2/') ? DECODER : undefined;
  },
  load: (id) => (id === DECODER ? decoder : undefined),
});
