import type { Block, ContentRef, Node } from '@lectern/document';
import type { IntegrationBlock } from '../contentkit/elements.ts';
import type { Child, Html } from '../html/html.ts';
import type { Messages } from '../language/messages.ts';
import type { OpenApiDocument } from '../openapi/description.ts';

/** The target of a link. */
export interface LinkTarget {
  readonly href: string;
  readonly title: string;
  /** Whether the title is only the address, since the target has no name. */
  readonly isAddress?: boolean;
  readonly icon?: string;
  readonly emoji?: string;
  readonly description?: string;
}

/** A file with its URL. */
export interface FileTarget {
  readonly href: string;
  readonly name: string;
  readonly size?: number;
  readonly contentType?: string;
  readonly width?: number;
  readonly height?: number;
}

/** The metadata of an embedded URL. */
export interface Embed {
  readonly title?: string;
  readonly site?: string;
  readonly description?: string;
  readonly icon?: string;
}

/** The kinds of tokens in code, each with a color of the theme. */
export type TokenKind =
  | 'keyword'
  | 'string'
  | 'comment'
  | 'constant'
  | 'function'
  | 'parameter'
  | 'punctuation';

/** A token of a line of code. */
export interface Token {
  readonly text: string;
  readonly kind?: TokenKind;
}

/** A tag of an update. */
export interface TagTarget {
  readonly label: string;
  readonly color?: string;
}

/** Data from outside of the document. Functions return undefined for unknown references. */
export interface RenderContext {
  readonly language: string;
  /** Whether links to other hosts open in a new tab. */
  readonly externalLinks?: 'self' | 'blank';
  /** Whether elements of blocks have the key of their block, so that comments can be shown beside them. */
  readonly hasBlockKeys?: boolean;
  hrefOf(ref: ContentRef): LinkTarget | undefined;
  fileOf(ref: ContentRef): FileTarget | undefined;
  userOf?(user: string): { readonly name: string } | undefined;
  tagOf?(ref: ContentRef): TagTarget | undefined;
  /** The OpenAPI 3 document of a reference. */
  openapiOf?(ref: ContentRef): OpenApiDocument | undefined;
  /** The blocks of a Markdown description that was parsed before. */
  parsedMarkdown?(markdown: string): readonly Block[] | undefined;
  embedOf?(url: string): Embed | undefined;
  /** The tokens of each line of code; undefined for code that is not highlighted. */
  highlight?(code: string, syntax: string): readonly (readonly Token[])[] | undefined;
  /** A TeX formula as MathML; undefined if it is invalid. */
  math?(formula: string, isBlock: boolean): string | undefined;
  /** The output of an integration block; undefined if the integration does not exist. */
  integrationOf?(data: Readonly<Record<string, unknown>>): IntegrationBlock | undefined;
}

/** The state of rendering one document. */
export interface Rendering {
  readonly context: RenderContext;
  /** The blocks of the whole page. */
  readonly page: readonly Node[];
  readonly messages: Messages;
  /** Returns an id that is unique on the page. */
  readonly uniqueId: (kind: string) => string;
  /** Returns the anchor, unless it is already used or reserved for the interface. */
  readonly anchor: (id: unknown) => string | undefined;
  readonly blocks: (nodes: readonly unknown[] | undefined) => Html;
  /** Renders blocks as phrasing content, which is valid inside of a paragraph. */
  readonly noteBody: (nodes: readonly unknown[] | undefined) => Html;
  readonly line: (nodes: readonly unknown[] | undefined) => Html;
  /** Renders external Markdown, such as a description in an OpenAPI document. */
  readonly markdown: (source: unknown) => Child;
  /** The remaining budget of the page for content of OpenAPI documents, which may repeat itself without end. */
  readonly budget: { fields: number; characters: number };
}
