import { type Block, type Fragment, parseMarkdown, printMarkdown } from '@lectern/document';
import { randomId } from '../../primitives/random-id.ts';

const BODY = 'annotation-body';

/** The note of an annotation as Markdown. */
export const noteOf = (fragments: unknown): string => {
  const [body] = (fragments ?? []) as readonly Fragment[];
  return body
    ? printMarkdown({ object: 'document', data: {}, nodes: body.nodes as readonly Block[] }).trimEnd()
    : '';
};

/** The attributes of an annotation with this note. */
export const noteAttributes = (markdown: string) => ({
  isVoid: false,
  fragments: [{ object: 'fragment', type: BODY, fragment: BODY, nodes: parseMarkdown(markdown).nodes }],
  number: randomId(),
});
