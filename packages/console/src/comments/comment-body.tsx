import { type ContentRef, type Document, mapMentions } from '@lectern/document';
import { renderDocument } from '../pages/render-document.ts';
import type { Comment } from './discussion.ts';
import styles from './threads.module.css';

const context = {
  language: 'en',
  hrefOf: (ref: ContentRef) => (ref.kind === 'url' ? { href: ref.url, title: ref.url } : undefined),
  fileOf: () => undefined,
};

/** The names of mentioned people; the server has set their current ones. */
const namesIn = (document: Document): ReadonlyMap<string, { readonly name: string }> => {
  const names = new Map<string, { readonly name: string }>();
  mapMentions(document, (ref, label) => {
    if (ref.kind === 'user' && label !== undefined) names.set(ref.user, { name: label });
    return undefined;
  });
  return names;
};

const render = (document: Document): string => {
  const names = namesIn(document);
  return renderDocument(document, { ...context, userOf: (user) => names.get(user) });
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
    dir="auto"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer of sites escapes and sanitizes
    dangerouslySetInnerHTML={{ __html: render(document) }}
  />
);
