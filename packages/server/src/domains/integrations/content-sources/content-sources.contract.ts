import Type, { type Static } from 'typebox';
import { OneOf, Url } from '../../../kernel/contract/common-schemas.ts';
import { ContentRef } from '../../../kernel/contract/document-schemas.ts';
import { Body } from '../../content/index.ts';

/** The most pages, and the most files, of a source. */
export const MAX_PAGES = 500;
/** The most levels of pages of a source. */
export const MAX_DEPTH = 10;

const Name = Type.String({ pattern: '^[a-zA-Z0-9]{1,40}$' });

/** A page in the response of a script; its child pages are validated separately. */
export const ScriptPage = Type.Object({
  type: OneOf(['document', 'group', 'link', 'computed']),
  id: Type.Optional(Name),
  title: Type.String({ minLength: 1, maxLength: 300, pattern: '\\S' }),
  emoji: Type.Optional(Type.String({ maxLength: 50, format: 'emoji' })),
  icon: Type.Optional(Type.String({ maxLength: 50 })),
  description: Type.Optional(Type.String({ maxLength: 300 })),
  slug: Type.Optional(Type.String({ maxLength: 100 })),
  target: Type.Optional(ContentRef),
  pages: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_PAGES })),
  computed: Type.Optional(Type.Unknown()),
});

/** A file in the response of a script, hosted elsewhere. */
export const ScriptFile = Type.Object({
  id: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9_-]{1,100}$' })),
  name: Type.String({ minLength: 1, maxLength: 256 }),
  contentType: Type.String({ minLength: 1, maxLength: 256 }),
  downloadURL: Url,
  size: Type.Number({ minimum: 0 }),
  dimensions: Type.Optional(
    Type.Object({ width: Type.Number({ minimum: 0 }), height: Type.Number({ minimum: 0 }) }),
  ),
});

/** The response of a script to `content_compute_revision`. */
export const ScriptRevision = Type.Object({
  pages: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_PAGES })),
  files: Type.Optional(Type.Array(ScriptFile, { maxItems: MAX_PAGES })),
});

/** The response of a script to `content_compute_document`. */
export const ScriptDocument = Type.Object({ document: Body });

/** A file in the response of a script. */
export type ScriptFile = Static<typeof ScriptFile>;
/** A page in the response of a script. */
export type ScriptPage = Static<typeof ScriptPage>;
