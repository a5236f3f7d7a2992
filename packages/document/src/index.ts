export type {
  Block,
  ContentRef,
  Data,
  Document,
  Fragment,
  Inline,
  Leaf,
  Mark,
  Node,
  Text,
} from './document.ts';
export { type Page, parsePage, printPage } from './front-matter.ts';
export { hashOf, withKeys } from './keys.ts';
export { type FoundLink, type LinkKind, linksOf, mapRefs } from './links.ts';
export { normalizeDocument, type Problem } from './markdown/accept.ts';
export { slug, withAnchors } from './markdown/anchors.ts';
export { type MarkdownMeasure, measureMarkdown } from './markdown/measure.ts';
export { type MarkdownOptions, parseMarkdown } from './markdown/parse.ts';
export { printMarkdown } from './markdown/print.ts';
export { type RefCodec, type RefKind, stableRefs } from './refs.ts';
export { plainText, type Section, sectionsOf, wordCount } from './text.ts';
