import Type, { type Static } from 'typebox';
import { OneOf, Url } from '../../../kernel/contract/common-schemas.ts';
import { ContentRef } from '../../../kernel/contract/document-schemas.ts';
import { Body } from '../../content/index.ts';

/** How many pages and files a source may have, and how deep the pages. */
export const MOST_PAGES = 500;
/** How deep pages of a source may stand. */
export const DEEPEST = 10;

const Name = Type.String({ pattern: '^[a-zA-Z0-9]{1,40}$' });

/** A page as a script answers it, without those below it. */
export const AnsweredPage = Type.Object({
  type: OneOf(['document', 'group', 'link', 'computed']),
  id: Type.Optional(Name),
  title: Type.String({ minLength: 1, maxLength: 300, pattern: '\\S' }),
  emoji: Type.Optional(Type.String({ maxLength: 50, format: 'emoji' })),
  icon: Type.Optional(Type.String({ maxLength: 50 })),
  description: Type.Optional(Type.String({ maxLength: 300 })),
  slug: Type.Optional(Type.String({ maxLength: 100 })),
  target: Type.Optional(ContentRef),
  pages: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MOST_PAGES })),
  computed: Type.Optional(Type.Unknown()),
});

/** A file as a script answers it: it stays where it is. */
export const AnsweredFile = Type.Object({
  id: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9_-]{1,100}$' })),
  name: Type.String({ minLength: 1, maxLength: 256 }),
  contentType: Type.String({ minLength: 1, maxLength: 256 }),
  downloadURL: Url,
  size: Type.Number({ minimum: 0 }),
  dimensions: Type.Optional(
    Type.Object({ width: Type.Number({ minimum: 0 }), height: Type.Number({ minimum: 0 }) }),
  ),
});

/** What a script answers when it is asked for pages. */
export const AnsweredRevision = Type.Object({
  pages: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MOST_PAGES })),
  files: Type.Optional(Type.Array(AnsweredFile, { maxItems: MOST_PAGES })),
});

/** What a script answers when it is asked for the body of a page. */
export const AnsweredDocument = Type.Object({ document: Body });

/** A file as a script answers it. */
export type AnsweredFile = Static<typeof AnsweredFile>;
/** A page as a script answers it. */
export type AnsweredPage = Static<typeof AnsweredPage>;
