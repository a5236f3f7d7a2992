import type { Document } from '@lectern/document';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../api/client.ts';
import type { Response } from '../../api/operations.ts';
import { keyOf } from '../../api/queries.ts';
import type { RevisionPage } from '../../review/comparison.ts';
import { CHANGE_REQUEST, type ChangeRequest } from '../queries.ts';

/** A field with two values. */
export type FieldConflict = NonNullable<
  Response<'GET', `${typeof CHANGE_REQUEST}/content`>['conflicts']
>[number];

/** A field with its value before both sides changed it, where that is known. */
export interface KnownFieldConflict extends FieldConflict {
  readonly base?: unknown;
  /** What one side deleted: its body before, and as the other side has it. */
  readonly bodies?: { readonly before: Document | undefined; readonly kept: Document | undefined };
}

/** A page or reusable content whose body has conflicts. */
export interface ConflictedBody {
  readonly kind: 'page' | 'reusable-content';
  readonly id: string;
  readonly title: string;
  readonly document: Document;
  /** The id of the body that has the conflicts. */
  readonly documentId: string | null;
  /** The body before both sides changed it. */
  readonly base: Document | undefined;
}

/** Everything in a change request that is in conflict. */
export interface Conflicts {
  readonly fields: readonly KnownFieldConflict[];
  readonly bodies: readonly ConflictedBody[];
  readonly titles: ReadonlyMap<string, string>;
}

interface Titled {
  readonly id: string;
  readonly title: string;
  readonly pages?: readonly Titled[];
}

const addTitles = (nodes: readonly Titled[], titles: Map<string, string>): void => {
  for (const { id, title, pages = [] } of nodes) {
    titles.set(id, title);
    addTitles(pages, titles);
  }
};

/** The revision of the space that the change request was based on before its last update. */
const commonAncestor = async ({ space: spaceId, id, revisionInitial }: ChangeRequest): Promise<string> => {
  const { items } = await call('GET', `${CHANGE_REQUEST}/revisions`, {
    params: { spaceId, changeRequestId: id },
    query: { type: 'update', limit: 2 },
  });
  // The second parent of an update is the revision of the space.
  return items[1]?.parents[1] ?? revisionInitial;
};

interface BodyAt {
  readonly title: string;
  readonly document: Document | undefined;
  readonly documentId: string | null;
}

const pageAt = async (spaceId: string, revisionId: string, pageId: string) =>
  (await call('GET', '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
    params: { spaceId, revisionId, pageId },
    query: { format: 'document' },
  })) as RevisionPage & { readonly documentId?: string };

const REUSABLE = '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}';

/** A page or a reusable content at a revision. */
export const bodyAt = async (
  spaceId: string,
  revisionId: string,
  { kind, id }: Pick<ConflictedBody, 'kind' | 'id'>,
): Promise<BodyAt> => {
  if (kind === 'page') {
    const { title, document, documentId = null } = await pageAt(spaceId, revisionId, id);
    return { title, document, documentId };
  }
  const params = { spaceId, revisionId, reusableContentId: id };
  const [{ title, document: documentId = null }, document] = await Promise.all([
    call('GET', REUSABLE, { params }),
    call('GET', `${REUSABLE}/document`, { params }),
  ]);
  return { title, document: document as unknown as Document, documentId };
};

/** What was there before is missing where a side created it. */
export const orMissing = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });

/** Finds the conflicts of a change request: of fields, and in the bodies of pages and reusable contents. */
export const readAllConflicts = (request: ChangeRequest) =>
  queryOptions<Conflicts>({
    queryKey: [...keyOf(`${CHANGE_REQUEST}/content`), request.revision, 'conflicts'],
    queryFn: async () => {
      const { space: spaceId, id, revision } = request;
      const params = { spaceId, changeRequestId: id };
      const [content, status, before] = await Promise.all([
        call('GET', `${CHANGE_REQUEST}/content`, { params }),
        call('GET', `${CHANGE_REQUEST}/merge-status`, { params }),
        commonAncestor(request),
      ]);
      const bodies: ConflictedBody[] = [];
      for (const { kind, id: owner } of status.bodies) {
        const { title, document, documentId } = await bodyAt(spaceId, revision, { kind, id: owner });
        const base = (await orMissing(bodyAt(spaceId, before, { kind, id: owner })))?.document;
        if (document) bodies.push({ kind, id: owner, title, document, documentId, base });
      }
      const fields: KnownFieldConflict[] = [];
      for (const conflict of content.conflicts ?? []) {
        const { kind, id: owner, field } = conflict;
        if (field === 'existence' && (kind === 'page' || kind === 'reusable-content')) {
          const [earlier, kept] = await Promise.all(
            [before, revision].map((at) => orMissing(bodyAt(spaceId, at, { kind, id: owner }))),
          );
          fields.push({ ...conflict, bodies: { before: earlier?.document, kept: kept?.document } });
          continue;
        }
        const page = kind === 'page' ? await orMissing(pageAt(spaceId, before, owner)) : undefined;
        fields.push({ ...conflict, ...(page && { base: page[field as keyof typeof page] }) });
      }
      const titles = new Map<string, string>();
      addTitles(content.pages as unknown as Titled[], titles);
      for (const { id: file, name } of content.files) titles.set(file, name);
      for (const { id: reusable, title } of content.reusableContents) titles.set(reusable, title);
      return { fields, bodies, titles };
    },
  });
