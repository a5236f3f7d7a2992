import type { BlockType, InlineType, MarkType } from './node-types.ts';

/** Further fields of a node, depending on its type. */
export type Data = Readonly<Record<string, unknown>>;

/** A mark on a piece of text, such as bold. */
export interface Mark {
  readonly object: 'mark';
  readonly type: MarkType;
  readonly data?: Data;
}

/** A run of characters with the same marks. */
export interface Leaf {
  readonly object: 'leaf';
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Text, in runs. */
export interface Text {
  readonly object: 'text';
  readonly key?: string;
  readonly leaves: readonly Leaf[];
}

/** An element of a line other than text: a link, an emoji, an annotation. */
export interface Inline {
  readonly object: 'inline';
  readonly type: InlineType;
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: Data;
  readonly nodes?: readonly (Inline | Text)[];
  readonly fragments?: readonly Fragment[];
}

/** A block: a paragraph, a list, a table. Containers have blocks, others have lines. */
export interface Block {
  readonly object: 'block';
  readonly type: BlockType;
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: Data;
  readonly meta?: Data;
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Fragment[];
}

/** A part of a node beside its content: a caption, a table cell, the body of an annotation. */
export interface Fragment {
  readonly object: 'fragment';
  readonly type?: string;
  readonly fragment?: string;
  readonly key?: string;
  readonly nodes: readonly Node[];
}

/** Anything inside a document. */
export type Node = Block | Inline | Text;

/** Whether a node is a block. */
export const isBlock = (node: Node): node is Block => node.object === 'block';

/** Whether a node is part of a line. */
export const isInLine = (node: Node): node is Inline | Text => node.object !== 'block';

/** The body of a page as sent to clients. */
export interface Document {
  readonly object: 'document';
  readonly data: Data;
  readonly nodes: readonly Block[];
}

/** The target of a link, an image or a mention, by an id that does not change when content moves. */
export type ContentRef =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'page'; readonly page: string; readonly space?: string }
  | { readonly kind: 'anchor'; readonly anchor: string; readonly page?: string; readonly space?: string }
  | { readonly kind: 'file'; readonly file: string; readonly space?: string }
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'collection'; readonly collection: string }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'reusable-content'; readonly reusableContent: string; readonly space?: string }
  | { readonly kind: 'tag'; readonly tag: string; readonly space?: string }
  | { readonly kind: 'openapi'; readonly spec: string };
