import Type from 'typebox';

// Only the top level is described: a recursive schema cannot be inlined into the OpenAPI document, and documents
// are stored and returned unchanged.
const nodes = { type: 'array', items: { type: 'object', required: ['object'] } };
const node = {
  type: 'object',
  required: ['object', 'type'],
  properties: {
    object: { type: 'string', enum: ['block', 'inline', 'fragment'] },
    type: { type: 'string', minLength: 1, maxLength: 100 },
    key: { type: 'string' },
    isVoid: { type: 'boolean' },
    data: { type: 'object' },
    nodes,
  },
};

/** A node of a document: its type, data and child nodes. */
export interface DocumentNode {
  object: string;
  type?: string;
  key?: string;
  isVoid?: boolean;
  data?: Record<string, unknown>;
  nodes?: DocumentNode[];
  leaves?: unknown[];
}

/** A rich-text document. */
export interface RichText {
  object: 'document';
  data: Record<string, unknown>;
  nodes: DocumentNode[];
}

/** The schema of a rich-text document. */
export const RichTextDocument = Type.Unsafe<RichText>({
  type: 'object',
  required: ['object', 'data', 'nodes'],
  properties: {
    object: { type: 'string', const: 'document' },
    data: { type: 'object', properties: { schemaVersion: { type: 'integer' } } },
    nodes: { type: 'array', items: node },
  },
});

/** A document without content. */
export const emptyDocument = (): RichText => ({ object: 'document', data: {}, nodes: [] });

const Named = Type.String({ maxLength: 200 });
const UrlRef = Type.Object({ kind: Type.Literal('url'), url: Type.String({ maxLength: 8192 }) });
const FileRef = Type.Object({ kind: Type.Literal('file'), file: Named, space: Type.Optional(Named) });

/** A reference to an image. */
export const PictureRef = Type.Union([UrlRef, FileRef]);

/** The target of a page, link or image. */
export const ContentRef = Type.Union([
  UrlRef,
  FileRef,
  Type.Object({ kind: Type.Literal('page'), page: Named, space: Type.Optional(Named) }),
  Type.Object({
    kind: Type.Literal('anchor'),
    anchor: Named,
    page: Type.Optional(Named),
    space: Type.Optional(Named),
  }),
  Type.Object({ kind: Type.Literal('space'), space: Named }),
  Type.Object({ kind: Type.Literal('collection'), collection: Named }),
  Type.Object({ kind: Type.Literal('user'), user: Named }),
  Type.Object({
    kind: Type.Literal('reusable-content'),
    reusableContent: Named,
    space: Type.Optional(Named),
  }),
  Type.Object({ kind: Type.Literal('openapi'), spec: Named }),
]);
