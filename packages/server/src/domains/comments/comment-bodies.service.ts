import { DOCUMENT_VERSION } from '@lectern/document';
import type { Static } from 'typebox';
import { emptyDocument, type RichText } from '../../kernel/contract/document-schemas.ts';
import { invalid } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { CommentBody, InvalidComment } from '../../kernel/markdown/comment-markdown.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import { type BodyTable, findMentionedUsers, updateBodies } from './comment-bodies.store.ts';
import { type Body, MAX_STORED_LENGTH } from './comments.contract.ts';

/** The columns of a stored body. */
export interface StoredBody {
  readonly markdown: string;
  readonly document: string | null;
  readonly document_version: number | null;
  /** The beginning as plain text; null until it is computed. */
  readonly excerpt: string | null;
  readonly mentions: string[];
}

/** A stored body with the key of its row. */
type StoredRow = Omit<StoredBody, 'mentions'> & { readonly organization_id: string; readonly id: string };

/** The format of a body in a response. */
export type Format = 'document' | 'markdown' | undefined;

/** A body as the API shows it. */
export type FormattedBody = { markdown: string } | { document: RichText };

const DOCUMENT_LENGTH = 100_000;

const isCurrent = (body: Omit<StoredBody, 'mentions'>): boolean =>
  body.document !== null && body.excerpt !== null && body.document_version === DOCUMENT_VERSION;

const toColumns = ({ markdown, document, excerpt }: CommentBody) => ({
  markdown,
  document,
  excerpt,
  document_version: DOCUMENT_VERSION,
});

/** Parses, sanitizes and formats the bodies of comments and replies. */
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

  /** Parses stored bodies again; one that takes too long does not affect the others. */
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

  /** Parses and stores bodies again that an older version of the program has stored. */
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
        const columns = fresh.get(row.id);
        return columns
          ? [{ ...columns, organization_id: row.organization_id, id: row.id, was: row.markdown }]
          : [];
      }),
    );
    const nothing = { markdown: '', document: null, document_version: null, excerpt: '' };
    return rows.map((row) => (fresh.has(row.id) ? { ...row, ...(fresh.get(row.id) ?? nothing) } : row));
  };

  return {
    refresh,

    /** Parses the body of a request; mentions of users without access to the space are removed. */
    parse: async (space: SpaceSubject, body: Static<typeof Body>, path: string): Promise<StoredBody> => {
      if ('document' in body && 'markdown' in body)
        throw invalid({ path, message: 'must have either markdown or document, not both' });
      if ('document' in body && JSON.stringify(body.document).length > DOCUMENT_LENGTH)
        throw invalid({
          path: `${path}.document`,
          message: `has more than ${DOCUMENT_LENGTH} characters as JSON`,
        });
      const parsed = accepted(await markdown.parseComment(body), body, path);
      // Guests cannot see members.
      const known = await findMentionedUsers(db, space, space.member_role === null ? [] : parsed.mentions);
      const final =
        parsed.mentions.length === 0
          ? parsed
          : accepted(
              await markdown.parseCommentWithNames(parsed.markdown, Object.fromEntries(known)),
              body,
              path,
            );
      return { ...toColumns(final), mentions: [...final.mentions] };
    },

    /** A stored body in the requested format. */
    format: (stored: Pick<StoredBody, 'markdown' | 'document'>, format: Format): FormattedBody => {
      if (format !== 'document') return { markdown: stored.markdown };
      return {
        document: stored.document === null ? emptyDocument() : (JSON.parse(stored.document) as RichText),
      };
    },
  };
};

/** Parses and formats the bodies of comments and replies. */
export type CommentBodiesService = ReturnType<typeof createCommentBodiesService>;
