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
