import {
  type Document,
  linksOf,
  mapMentions,
  normalizeDocument,
  type Problem,
  parseMarkdown,
  plainText,
  printMarkdown,
  withoutActiveContent,
} from '@lectern/document';

/** A comment without active content: as Markdown and as a document, with its excerpt and mentions. */
export interface CommentBody {
  readonly markdown: string;
  /** As JSON text. */
  readonly document: string;
  readonly excerpt: string;
  /** Ids of users. */
  readonly mentions: readonly string[];
}

/** The problems of an invalid comment. */
export interface InvalidComment {
  readonly problems: readonly Problem[];
}

// Removing active content may join text to new active content.
const MAX_ROUNDS = 5;
const EXCERPT_LENGTH = 280;

const excerptOf = (text: string): string => {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return characters.length > EXCERPT_LENGTH
    ? `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`
    : characters.join('');
};

/** A document in which suggested texts, which are Markdown in a code block, are blocks like others. */
const withSuggestedText = (document: Document): Document => ({
  ...document,
  nodes: document.nodes.flatMap((block) =>
    block.type === 'code' && block.data?.syntax === 'suggestion'
      ? parseMarkdown(plainText({ ...document, nodes: [block] })).nodes
      : [block],
  ),
});

const mentionedUsers = (document: Document): string[] => [
  ...new Set(
    linksOf(document).flatMap(({ kind, ref }) =>
      kind === 'mention' && ref.kind === 'user' ? [ref.user] : [],
    ),
  ),
];

/** Sanitizes a document until its Markdown is stable. */
const sanitize = (given: Document): CommentBody | InvalidComment => {
  let clean = withoutActiveContent(given);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const markdown = printMarkdown(clean);
    clean = withoutActiveContent(parseMarkdown(markdown));
    if (printMarkdown(clean) === markdown)
      return {
        markdown,
        document: JSON.stringify(clean),
        excerpt: excerptOf(plainText(withSuggestedText(clean))),
        mentions: mentionedUsers(clean),
      };
  }
  return { problems: [{ path: '', message: 'contains active content that cannot be removed' }] };
};

/** Parses a comment of a request. */
export const parseComment = (body: {
  readonly markdown?: string;
  readonly document?: unknown;
}): CommentBody | InvalidComment => {
  if (body.document === undefined) return sanitize(parseMarkdown(body.markdown ?? ''));
  const result = normalizeDocument(body.document);
  if ('document' in result) return sanitize(result.document);
  return { problems: result.problems.map(({ path, ...more }) => ({ ...more, path: `/document${path}` })) };
};

/** Parses a comment and sets the names of mentioned users, by id; a mention without a name becomes text. */
export const parseCommentWithNames = (
  markdown: string,
  names: Readonly<Record<string, string>>,
): CommentBody | InvalidComment =>
  sanitize(
    mapMentions(parseMarkdown(markdown), (ref, label) => {
      if (ref.kind !== 'user') return undefined;
      return Object.hasOwn(names, ref.user) ? { label: names[ref.user]! } : { text: `@${label ?? ref.user}` };
    }),
  );
