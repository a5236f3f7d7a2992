import { type Block, conflictsOf, type Document, mergeDocuments, mergeFavoring } from '@lectern/document';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keyOf } from '../../api/queries.ts';
import { CHANGE_REQUEST, type ChangeRequest } from '../queries.ts';
import { keysOfBody, type Outcomes, type UnusedText } from './outcomes.ts';
import { bodyAt, type ConflictedBody, orMissing } from './queries.ts';
import { textBlocks } from './render-sides.ts';
import { type Outcome, withOutcomes } from './resolve.ts';

/** A conflict that somebody else has settled, beside the text that one wrote for it. */
export interface SettledConflict {
  readonly title: string;
  /** What is in its place now; undefined where that is not known. */
  readonly now: readonly Block[] | undefined;
  /** The change that puts one's own text there; undefined if it has no place. */
  readonly change: object | undefined;
}

/** What is in place of a conflict now, and the body with another text there. */
export const replaceSettled = (
  body: Pick<ConflictedBody, 'kind' | 'id'>,
  versions: { readonly conflicted: Document; readonly latest: Document },
  key: string,
  outcome: Outcome,
): { readonly now: readonly Block[]; readonly document: Document } | undefined => {
  const { conflicted, latest } = versions;
  const at = keysOfBody({ ...body, document: conflicted }).indexOf(key);
  // Other conflicts of the body are settled first.
  if (at === -1 || conflictsOf(latest).length > 0) return undefined;
  const own = withOutcomes(conflicted, new Map([[at, outcome]]));
  const sides = { base: conflicted, ours: latest, theirs: own };
  const { conflicts } = mergeDocuments(conflicted, latest, own);
  return { now: conflicts.flatMap(({ ours }) => ours), document: mergeFavoring('theirs', sides) };
};

const settledField = (
  { kind, id, field, text }: UnusedText & { readonly field: string },
  title: string,
  now: unknown,
): SettledConflict => ({
  title,
  now: textBlocks(String(now ?? '')),
  change:
    kind === 'page'
      ? { operation: 'update_page', page: id, [field]: text, expected: { [field]: now ?? null } }
      : undefined,
});

/** Reads what is there now in place of a conflict for which a text was written. */
export const readSettled = (request: ChangeRequest, unused: UnusedText, outcomes: Outcomes) =>
  queryOptions<SettledConflict | null>({
    queryKey: [...keyOf(`${CHANGE_REQUEST}/content`), request.revision, 'settled', unused],
    queryFn: async () => {
      const { space: spaceId, revision } = request;
      const { key, id, field } = unused;
      const kind = unused.kind as ConflictedBody['kind'];
      const latest = await orMissing(bodyAt(spaceId, revision, { kind, id }));
      if (!latest) return null;
      if (field !== undefined)
        return settledField({ ...unused, field }, latest.title, latest[field as keyof typeof latest]);
      const outcome = outcomes[key] as Outcome & { readonly documentId?: string | null };
      const conflicted =
        outcome.documentId &&
        (await orMissing(
          call('GET', '/spaces/{spaceId}/documents/{documentId}', {
            params: { spaceId, documentId: outcome.documentId },
          }),
        ));
      const replaced =
        conflicted && latest.document
          ? replaceSettled(
              { kind, id },
              { conflicted: conflicted as unknown as Document, latest: latest.document },
              key,
              outcome,
            )
          : undefined;
      const target =
        kind === 'page'
          ? { operation: 'update_page', page: id }
          : { operation: 'update_reusable_content', reusableContent: id };
      return {
        title: latest.title,
        now: replaced?.now,
        change: replaced && {
          ...target,
          document: { document: replaced.document },
          base: latest.documentId,
        },
      };
    },
  });
