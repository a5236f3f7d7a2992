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
export { withKeys } from './keys.ts';
export { type MarkdownOptions, parseMarkdown } from './markdown/parse.ts';
export { printMarkdown } from './markdown/print.ts';
export { type RefCodec, type RefKind, stableRefs } from './refs.ts';
