import {
  childrenOf,
  type Document,
  type FileRecord,
  findByPath,
  keys,
  lineageOf,
  type OpenConflict,
  type PageNode,
  type PageRecord,
  pathOf,
  type ReusableRecord,
  readConflicts,
  readFiles,
  readPages,
  readReusables,
  readTree,
  readVariables,
  type SnapshotView,
} from '@lectern/document';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { RevisionRow, RevisionsService } from '../../revisions/index.ts';
import type { SpaceSubject } from '../../spaces/index.ts';

/** A space as it is at one moment, whoever reads it. */
export interface Snapshot {
  readonly space: Pick<SpaceSubject, 'organization_id' | 'id'>;
  readonly view: SnapshotView;
}

/** What is read from: a space at one of its revisions, or at one of a change request. */
export interface RevisionSnapshot extends Snapshot {
  readonly space: SpaceSubject;
  readonly revision: RevisionRow;
  /** For whom it is read, where not all of it is for everybody. */
  readonly audience?: string;
}

/** A page with its body's name, found in a revision. */
export interface FoundPage {
  readonly node: PageNode;
  readonly record: PageRecord;
}

/** RevisionSnapshot content: every answer is about one snapshot, which never changes. */
export const createContentService = ({ revisions }: { revisions: RevisionsService }) => {
  const ofRevision = (space: SpaceSubject, revision: RevisionRow): RevisionSnapshot => ({
    space,
    revision,
    view: revisions.view(space.organization_id, revision.root),
  });

  // A page with all that stands below it, without looking at the rest of the space.
  const subtree = async (
    view: SnapshotView,
    id: string,
    record: PageRecord,
    path: string,
  ): Promise<PageNode> => {
    const ids = await childrenOf(view, id);
    const pages = await readPages(view, ids);
    const children = await Promise.all(
      ids.map((child) => {
        const page = pages.get(child)!;
        return subtree(view, child, page, page.slug === undefined ? path : `${path}/${page.slug}`);
      }),
    );
    return { id, page: record, path: record.slug === undefined ? undefined : path, children };
  };

  const page = async ({ view }: RevisionSnapshot, id: string): Promise<FoundPage> => {
    const lineage = await lineageOf(view, id);
    const record = lineage[0]?.page;
    if (!record) throw notFound('page');
    return { node: await subtree(view, id, record, pathOf(lineage)), record };
  };

  const one = async <T>(view: SnapshotView, key: string, what: string): Promise<T> => {
    const found = (await view.getMany([key])).get(key);
    if (found === undefined) throw notFound(what);
    return found as T;
  };

  return {
    /** A space as it is now. */
    head: async (space: SpaceSubject): Promise<RevisionSnapshot> => {
      const revision = await revisions.find(space, space.revision_id);
      if (!revision) throw notFound('revision');
      return ofRevision(space, revision);
    },

    /** A space as it was. */
    at: async (space: SpaceSubject, revisionId: string): Promise<RevisionSnapshot> => {
      const revision = await revisions.find(space, revisionId);
      if (!revision) throw notFound('revision');
      return ofRevision(space, revision);
    },

    ofRevision,

    /** A space at a snapshot of its own. */
    snapshot: (space: Snapshot['space'], root: string): Snapshot => ({
      space,
      view: revisions.view(space.organization_id, root),
    }),

    tree: ({ view }: Snapshot): Promise<PageNode[]> => readTree(view),
    variables: ({ view }: Snapshot) => readVariables(view),

    /** The fields that nobody decided yet; only what a change request has can have such. */
    conflicts: async ({ view, revision }: RevisionSnapshot): Promise<OpenConflict[]> =>
      revision.change_request_id === null ? [] : readConflicts(view),

    reusables: ({ view }: RevisionSnapshot) => readReusables(view),
    allFiles: ({ view }: RevisionSnapshot) => readFiles(view),

    /** Files by id: ids grow with time. */
    files: async ({ view }: RevisionSnapshot, page: PageRequest) => {
      const all = [...(await readFiles(view))].map(([id, file]) => ({ id, file }));
      const after = page.after && String(page.after[0]);
      const rest = after === undefined ? all : all.filter(({ id }) => id > after);
      return { rows: rest.slice(0, page.limit + 1), count: all.length };
    },

    page,

    pageByPath: async (from: RevisionSnapshot, path: string): Promise<FoundPage> => {
      const found = await findByPath(from.view, path);
      if (!found) throw notFound('page');
      return page(from, found.id);
    },

    file: ({ view }: RevisionSnapshot, id: string) => one<FileRecord>(view, keys.file(id), 'file'),
    reusable: ({ view }: RevisionSnapshot, id: string) =>
      one<ReusableRecord>(view, keys.reusable(id), 'reusable content'),

    /** The Markdown of a body. */
    markdown: ({ space }: Snapshot, body: string | undefined) =>
      revisions.markdownOf(space.organization_id, body),

    /** The document of a body, as JSON text. */
    document: ({ space }: Snapshot, body: string | undefined) =>
      revisions.documentOf(space.organization_id, body),

    parsedDocument: async ({ space }: Snapshot, body: string | undefined): Promise<Document> =>
      JSON.parse(await revisions.documentOf(space.organization_id, body)) as Document,
  };
};

/** RevisionSnapshot content. */
export type ContentService = ReturnType<typeof createContentService>;
