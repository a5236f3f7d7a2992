import { conflictsOf, type Document } from '@lectern/document';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Response } from '../../api/operations.ts';
import { keyOf } from '../../api/queries.ts';
import { type RevisionPage, readChanges } from '../../review/comparison.ts';
import { CHANGE_REQUEST, type ChangeRequest, comparisonOf } from '../queries.ts';

/** A field with two values. */
export type FieldConflict = NonNullable<
  Response<'GET', `${typeof CHANGE_REQUEST}/content`>['conflicts']
>[number];

/** A page whose body has conflicts. */
export interface ConflictedPage {
  readonly id: string;
  readonly title: string;
  readonly document: Document;
  /** The page before both sides changed it. */
  readonly base: Document | undefined;
}

/** Everything in a change request that is in conflict. */
export interface Conflicts {
  readonly fields: readonly FieldConflict[];
  readonly pages: readonly ConflictedPage[];
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

const pageAt = async (spaceId: string, revisionId: string, pageId: string) =>
  (await call('GET', '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
    params: { spaceId, revisionId, pageId },
    query: { format: 'document' },
  })) as RevisionPage;

/** Finds the conflicts of a change request: of fields, and in the bodies of pages. */
export const readAllConflicts = (request: ChangeRequest) =>
  queryOptions<Conflicts>({
    queryKey: [...keyOf(`${CHANGE_REQUEST}/content`), request.revision, 'conflicts'],
    queryFn: async () => {
      const { space: spaceId, id, revision } = request;
      const content = await call('GET', `${CHANGE_REQUEST}/content`, {
        params: { spaceId, changeRequestId: id },
      });
      const changesQuery = readChanges(comparisonOf(request)).queryFn as unknown as (context: {
        signal: AbortSignal;
      }) => Promise<Response<'GET', '/spaces/{spaceId}/revisions/{revisionId}/changes'>>;
      const { changes } = await changesQuery({ signal: new AbortController().signal });
      const edited = new Set(
        changes.flatMap((change) =>
          'page' in change && change.type !== 'page_deleted' && change.page.type === 'document'
            ? [change.page.id]
            : [],
        ),
      );
      const base = await commonAncestor(request);
      const pages: ConflictedPage[] = [];
      for (const pageId of edited) {
        const { title, document } = await pageAt(spaceId, revision, pageId);
        if (!document || conflictsOf(document).length === 0) continue;
        const former = await pageAt(spaceId, base, pageId).catch(() => undefined);
        pages.push({ id: pageId, title, document, base: former?.document });
      }
      const titles = new Map<string, string>();
      addTitles(content.pages as unknown as Titled[], titles);
      for (const { id: file, name } of content.files) titles.set(file, name);
      for (const { id: reusable, title } of content.reusableContents) titles.set(reusable, title);
      return { fields: content.conflicts ?? [], pages, titles };
    },
  });
