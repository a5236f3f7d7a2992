import {
  DOCUMENT_VERSION,
  type Document,
  linksOf,
  mapMentions,
  normalizeDocument,
  parseMarkdown,
  printMarkdown,
  withoutActiveContent,
} from '@lectern/document';
import type { Static } from 'typebox';
import { emptyDocument, type RichText } from '../../../kernel/contract/documents.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SpaceSubject } from '../../spaces/index.ts';
import type { Body } from '../comments.contract.ts';
import { findMentioned } from './bodies.store.ts';

/** What somebody said, as it is kept. */
export interface Said {
  readonly markdown: string;
  readonly document: string | null;
  readonly document_version: number | null;
  readonly mentions: string[];
}

/** How a body is given. */
export type Format = 'document' | 'markdown' | undefined;

/** What somebody said, as it is shown. */
export type ShownBody = { markdown: string } | { document: RichText };

// Cleaning leaves nothing to clean but where text that was kept apart meets: a few rounds end that.
const MOST_ROUNDS = 5;

const mentionedIn = (document: Document): string[] => [
  ...new Set(
    linksOf(document).flatMap(({ kind, ref }) =>
      kind === 'mention' && ref.kind === 'user' ? [ref.user] : [],
    ),
  ),
];

/** What comments and replies say: read from what clients send, cleaned, and given in the form that is asked for. */
export const createBodiesService = ({ db }: Pick<Kernel, 'db'>) => {
  /** The one place where Markdown is read. */
  const parse = async (markdown: string): Promise<Document> => parseMarkdown(markdown);

  /** The form in which a document is kept: what is read back is what was cleaned. */
  const settle = async (given: Document): Promise<{ markdown: string; document: Document } | undefined> => {
    let clean = withoutActiveContent(given);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const markdown = printMarkdown(clean);
      clean = withoutActiveContent(await parse(markdown));
      if (printMarkdown(clean) === markdown) return { markdown, document: clean };
    }
    return undefined;
  };

  const given = async (body: Static<typeof Body>, path: string): Promise<Document> => {
    if ('markdown' in body) return parse(body.markdown);
    if (!('document' in body)) return parse('');
    const result = normalizeDocument(body.document);
    if ('document' in result) return result.document;
    throw invalid(
      ...result.problems.map((problem) => ({
        path: `${path}.document${problem.path.replaceAll('/', '.')}`,
        message: problem.message,
      })),
    );
  };

  /** Calls those who are mentioned by their names; who cannot see the space is not mentioned. */
  const resolve = async (space: SpaceSubject, document: Document) => {
    // Guests know of no members.
    const known = await findMentioned(db, space, space.member_role === null ? [] : mentionedIn(document));
    const resolved = mapMentions(document, (ref, label) => {
      if (ref.kind !== 'user') return undefined;
      const name = known.get(ref.user);
      return name === undefined ? { text: `@${label ?? ref.user}` } : { label: name };
    });
    return resolved;
  };

  return {
    /** What a client sends, as it is kept. */
    read: async (space: SpaceSubject, body: Static<typeof Body>, path: string): Promise<Said> => {
      const settled = await settle(await resolve(space, await given(body, path)));
      if (!settled) throw invalid({ path, message: 'cannot be kept without what it must not have' });
      const { markdown, document } = settled;
      return {
        markdown,
        document: JSON.stringify(document),
        document_version: DOCUMENT_VERSION,
        mentions: mentionedIn(document),
      };
    },

    /** What was said, in the form that is asked for; what another version of the program kept is read again. */
    show: async (said: Omit<Said, 'mentions'>, format: Format): Promise<ShownBody> => {
      const isOwn = said.document !== null && said.document_version === DOCUMENT_VERSION;
      if (isOwn && format !== 'document') return { markdown: said.markdown };
      if (isOwn) return { document: JSON.parse(said.document!) as RichText };
      const settled = await settle(await parse(said.markdown));
      if (format !== 'document') return { markdown: settled?.markdown ?? '' };
      return { document: (settled?.document as unknown as RichText | undefined) ?? emptyDocument() };
    },
  };
};

/** What comments and replies say. */
export type BodiesService = ReturnType<typeof createBodiesService>;
