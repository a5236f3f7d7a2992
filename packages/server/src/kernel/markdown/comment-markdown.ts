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

/** A short text of somebody, without anything that could run: in both its forms, with what it begins with and whom it names. */
export interface CommentBody {
  readonly markdown: string;
  /** As JSON text. */
  readonly document: string;
  readonly excerpt: string;
  /** Ids of users. */
  readonly mentions: readonly string[];
}

/** What is wrong with a remark. */
export interface Refused {
  readonly problems: readonly Problem[];
}

// Cleaning leaves nothing to clean but where text that was kept apart meets: a few rounds end that.
const MOST_ROUNDS = 5;
const EXCERPT_LENGTH = 280;

const shortened = (text: string): string => {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return characters.length > EXCERPT_LENGTH
    ? `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`
    : characters.join('');
};

const mentionedIn = (document: Document): string[] => [
  ...new Set(
    linksOf(document).flatMap(({ kind, ref }) =>
      kind === 'mention' && ref.kind === 'user' ? [ref.user] : [],
    ),
  ),
];

/** The form in which a document is kept: what is read back is what was cleaned. */
const settled = (given: Document): CommentBody | Refused => {
  let clean = withoutActiveContent(given);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const markdown = printMarkdown(clean);
    clean = withoutActiveContent(parseMarkdown(markdown));
    if (printMarkdown(clean) === markdown)
      return {
        markdown,
        document: JSON.stringify(clean),
        excerpt: shortened(plainText(clean)),
        mentions: mentionedIn(clean),
      };
  }
  return { problems: [{ path: '', message: 'cannot be kept without what it must not have' }] };
};

/** Reads what somebody sent. */
export const parseComment = (body: {
  readonly markdown?: string;
  readonly document?: unknown;
}): CommentBody | Refused => {
  if (body.document === undefined) return settled(parseMarkdown(body.markdown ?? ''));
  const result = normalizeDocument(body.document);
  if ('document' in result) return settled(result.document);
  return { problems: result.problems.map(({ path, ...more }) => ({ ...more, path: `/document${path}` })) };
};

/** Calls those who are mentioned by these names, by id; others are not mentioned, and only the text stays. */
export const nameMentioned = (
  markdown: string,
  names: Readonly<Record<string, string>>,
): CommentBody | Refused =>
  settled(
    mapMentions(parseMarkdown(markdown), (ref, label) => {
      if (ref.kind !== 'user') return undefined;
      return Object.hasOwn(names, ref.user) ? { label: names[ref.user]! } : { text: `@${label ?? ref.user}` };
    }),
  );
