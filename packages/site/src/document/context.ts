import type { Block, ContentRef } from '@lectern/document';
import type { IntegrationBlock } from '../contentkit/elements.ts';
import type { Child, Html } from '../html/html.ts';
import type { Messages } from '../language/messages.ts';
import type { OpenApiDocument } from '../openapi/description.ts';

/** Where a link leads and what stands there. */
export interface LinkTarget {
  readonly href: string;
  readonly title: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly description?: string;
}

/** A file that can be fetched. */
export interface FileTarget {
  readonly href: string;
  readonly name: string;
  readonly size?: number;
  readonly contentType?: string;
  readonly width?: number;
  readonly height?: number;
}

/** What is known of an address that a page embeds. */
export interface Embed {
  readonly title?: string;
  readonly site?: string;
  readonly description?: string;
  readonly icon?: string;
}

/** Kinds of words in code, each with a colour of the theme. */
export type TokenKind =
  | 'keyword'
  | 'string'
  | 'comment'
  | 'constant'
  | 'function'
  | 'parameter'
  | 'punctuation';

/** A piece of a line of code. */
export interface Token {
  readonly text: string;
  readonly kind?: TokenKind;
}

/** A tag that updates carry. */
export interface TagTarget {
  readonly label: string;
  readonly color?: string;
}

/** All that a document cannot know by itself. Each function may answer that it does not know either. */
export interface RenderContext {
  readonly language: string;
  /** Whether links to other hosts open beside the site. */
  readonly externalLinks?: 'self' | 'blank';
  hrefOf(ref: ContentRef): LinkTarget | undefined;
  fileOf(ref: ContentRef): FileTarget | undefined;
  userOf?(user: string): { readonly name: string } | undefined;
  tagOf?(ref: ContentRef): TagTarget | undefined;
  /** The whole OpenAPI 3 document that a reference means. */
  openapiOf?(ref: ContentRef): OpenApiDocument | undefined;
  /** The blocks of a description in an OpenAPI document, where somebody read it already. */
  describedOf?(markdown: string): readonly Block[] | undefined;
  embedOf?(url: string): Embed | undefined;
  /** The lines of code in pieces; nothing where it is not to be coloured. */
  highlight?(code: string, syntax: string): readonly (readonly Token[])[] | undefined;
  /** A formula as MathML; nothing where it is none. */
  math?(formula: string, isBlock: boolean): string | undefined;
  /** What a block of an integration shows; nothing where there is no such integration. */
  integrationOf?(data: Readonly<Record<string, unknown>>): IntegrationBlock | undefined;
}

/** What goes along while one document is rendered. */
export interface Rendering {
  readonly context: RenderContext;
  readonly messages: Messages;
  /** A name that nothing else on the page has. */
  readonly unique: (kind: string) => string;
  /** An anchor, where it was not used before and is not one of the interface's own. */
  readonly anchor: (id: unknown) => string | undefined;
  readonly blocks: (nodes: readonly unknown[] | undefined) => Html;
  /** Blocks as they may stand inside a line: nothing that would end the paragraph around them. */
  readonly noteBody: (nodes: readonly unknown[] | undefined) => Html;
  readonly line: (nodes: readonly unknown[] | undefined) => Html;
  /** Markdown of others, such as a description in an OpenAPI document. */
  readonly markdown: (source: unknown) => Child;
  /** How much of what others describe the page still takes: their words may be repeated without end. */
  readonly room: { fields: number; characters: number };
}
