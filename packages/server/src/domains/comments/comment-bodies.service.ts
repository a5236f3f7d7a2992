import { DOCUMENT_VERSION } from '@lectern/document';
import type { Static } from 'typebox';
import { emptyDocument, type RichText } from '../../kernel/contract/document-schemas.ts';
import { invalid } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { CommentBody, InvalidComment } from '../../kernel/markdown/comment-markdown.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import { type BodyTable, findMentionedUsers, updateBodies } from './comment-bodies.store.ts';
import { type Body, MAX_STORED_LENGTH } from './comments.contract.ts';

/** What somebody said, as it is kept. */
export interface StoredBody {
  readonly markdown: string;
  readonly document: string | null;
  readonly document_version: number | null;
  /** What it begins with, as plain text; null until it is known. */
  readonly excerpt: string | null;
  readonly mentions: string[];
}

/** What somebody said, and where it is kept. */
type StoredRow = Omit<StoredBody, 'mentions'> & { readonly organization_id: string; readonly id: string };

/** How a body is given. */
export type Format = 'document' | 'markdown' | undefined;

/** What somebody said, as it is shown. */
export type FormattedBody = { markdown: string } | { document: RichText };

const DOCUMENT_LENGTH = 100_000;

const isCurrent = (said: Omit<StoredBody, 'mentions'>): boolean =>
  said.document !== null && said.excerpt !== null && said.document_version === DOCUMENT_VERSION;

const toColumns = ({ markdown, document, excerpt }: CommentBody) => ({
  markdown,
  document,
  excerpt,
  document_version: DOCUMENT_VERSION,
});

/** What comments and replies say: read from what clients send, cleaned, and given in the form that is asked for. */
export const createCommentBodiesService = ({ db, markdown }: Pick<Kernel, 'db' | 'markdown'>) => {
  const accepted = (
    result: CommentBody | InvalidComment,
    body: Static<typeof Body>,
    path: string,
  ): CommentBody => {
    const field = 'document' in body ? `${path}.document` : `${path}.markdown`;
    if ('problems' in result)
      throw invalid(
        ...result.problems.map((problem) => ({
          path: `${path}${problem.path.replaceAll('/', '.')}`,
          message: problem.message,
        })),
      );
    if (result.markdown.length > MAX_STORED_LENGTH)
      throw invalid({ path: field, message: `has more than ${MAX_STORED_LENGTH} characters as Markdown` });
    return result;
  };

  /** Reads what was kept again; one that takes too long takes no other with it. */
  const parseAgain = async (
    texts: readonly string[],
  ): Promise<readonly (CommentBody | InvalidComment | undefined)[]> => {
    try {
      return await markdown.parseComments(texts);
    } catch {
      return Promise.all(
        texts.map((text) => markdown.parseComment({ markdown: text }).catch(() => undefined)),
      );
    }
  };

  /** What was said, as this version of the program keeps it: what another one kept is read again, once. */
  const refresh = async <Row extends StoredRow>(table: BodyTable, rows: readonly Row[]): Promise<Row[]> => {
    const stale = rows.filter((row) => !isCurrent(row));
    if (stale.length === 0) return [...rows];
    const read = await parseAgain(stale.map((row) => row.markdown));
    const fresh = new Map(
      stale.map((row, at) => {
        const remark = read[at];
        return [row.id, remark && 'markdown' in remark ? toColumns(remark) : undefined] as const;
      }),
    );
    await updateBodies(
      db,
      table,
      stale.flatMap((row) => {
        const kept = fresh.get(row.id);
        return kept ? [{ ...kept, organization_id: row.organization_id, id: row.id, was: row.markdown }] : [];
      }),
    );
    const nothing = { markdown: '', document: null, document_version: null, excerpt: '' };
    return rows.map((row) => (fresh.has(row.id) ? { ...row, ...(fresh.get(row.id) ?? nothing) } : row));
  };

  return {
    refresh,

    /** What a client sends, as it is kept; who cannot see the space is not mentioned. */
    parse: async (space: SpaceSubject, body: Static<typeof Body>, path: string): Promise<StoredBody> => {
      if ('document' in body && 'markdown' in body)
        throw invalid({ path, message: 'has both markdown and document: one of them says what is meant' });
      if ('document' in body && JSON.stringify(body.document).length > DOCUMENT_LENGTH)
        throw invalid({
          path: `${path}.document`,
          message: `has more than ${DOCUMENT_LENGTH} characters as JSON`,
        });
      const given = accepted(await markdown.parseComment(body), body, path);
      // Guests know of no members.
      const known = await findMentionedUsers(db, space, space.member_role === null ? [] : given.mentions);
      const said =
        given.mentions.length === 0
          ? given
          : accepted(
              await markdown.parseCommentWithNames(given.markdown, Object.fromEntries(known)),
              body,
              path,
            );
      return { ...toColumns(said), mentions: [...said.mentions] };
    },

    /** What was said, in the form that is asked for. */
    format: (said: Pick<StoredBody, 'markdown' | 'document'>, format: Format): FormattedBody => {
      if (format !== 'document') return { markdown: said.markdown };
      return { document: said.document === null ? emptyDocument() : (JSON.parse(said.document) as RichText) };
    },
  };
};

/** What comments and replies say. */
export type CommentBodiesService = ReturnType<typeof createCommentBodiesService>;
