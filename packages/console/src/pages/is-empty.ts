import type { Document } from '@lectern/document';

/** Whether a document has nothing but empty paragraphs. */
export const isEmpty = ({ nodes }: Pick<Document, 'nodes'>): boolean =>
  nodes.every(
    (node) => node.type === 'paragraph' && !/"(?:text":"[^"]|object":"inline")/.test(JSON.stringify(node)),
  );
