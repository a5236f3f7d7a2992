import type { ContentRef, Document } from '@lectern/document';
import { renderDocument } from '../../../site/src/document/render.ts';
import type { Comment } from './discussion.ts';
import styles from './threads.module.css';

const context = {
  language: 'en',
  hrefOf: (ref: ContentRef) => (ref.kind === 'url' ? { href: ref.url, title: ref.url } : undefined),
  fileOf: () => undefined,
};

/** The document of a comment. */
export const documentOf = (body: Comment['body']): Document | undefined =>
  'document' in body ? (body.document as unknown as Document) : undefined;

/** The text of a comment. */
export const CommentBody = ({ body }: { readonly body: Comment['body'] }) => {
  const document = documentOf(body);
  return document && <CommentText document={document} />;
};

/** A document in the size of a comment. */
export const CommentText = ({ document }: { readonly document: Document }) => (
  <div
    className={`prose ${styles.text}`}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer of sites escapes and sanitizes
    dangerouslySetInnerHTML={{ __html: renderDocument(document, context) }}
  />
);
