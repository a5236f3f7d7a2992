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

/** The content of a space at one moment, independent of the reader. */
export interface Snapshot {
  readonly space: Pick<SpaceSubject, 'organization_id' | 'id'>;
  readonly view: SnapshotView;
}

/** The content of a space at one of its revisions, or at a revision of a change request. */
export interface RevisionSnapshot extends Snapshot {
  readonly space: SpaceSubject;
  readonly revision: RevisionRow;
  /** The audience, where parts of the content are restricted; part of cache keys. */
  readonly audience?: string;
}

/** A page of a revision, with its subtree and its record. */
export interface FoundPage {
  readonly node: PageNode;
  readonly record: PageRecord;
}

/** Reads content; every call is about one snapshot, which never changes. */
export const createContentService = ({ revisions }: { revisions: RevisionsService }) => {
  const ofRevision = (space: SpaceSubject, revision: RevisionRow): RevisionSnapshot => ({
    space,
    revision,
    view: revisions.view(space.organization_id, revision.root),
  });

  // Reads a page and its descendants, without the rest of the space.
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

  const findOne = async <T>(view: SnapshotView, key: string, kind: string): Promise<T> => {
    const found = (await view.getMany([key])).get(key);
    if (found === undefined) throw notFound(kind);
    return found as T;
  };

  return {
    /** The current content of a space. */
    head: async (space: SpaceSubject): Promise<RevisionSnapshot> => {
      const revision = await revisions.find(space, space.revision_id);
      if (!revision) throw notFound('revision');
      return ofRevision(space, revision);
    },

    /** The content of a space at a revision. */
    at: async (space: SpaceSubject, revisionId: string): Promise<RevisionSnapshot> => {
      const revision = await revisions.find(space, revisionId);
      if (!revision) throw notFound('revision');
      return ofRevision(space, revision);
    },

    ofRevision,

    /** The content of a space at the snapshot with this root hash. */
    snapshot: (space: Snapshot['space'], root: string): Snapshot => ({
      space,
      view: revisions.view(space.organization_id, root),
    }),

    tree: ({ view }: Snapshot): Promise<PageNode[]> => readTree(view),
    variables: ({ view }: Snapshot) => readVariables(view),

    /** Unresolved conflicts; only revisions of change requests can have them. */
    conflicts: async ({ view, revision }: RevisionSnapshot): Promise<OpenConflict[]> =>
      revision.change_request_id === null ? [] : readConflicts(view),

    reusables: ({ view }: RevisionSnapshot) => readReusables(view),
    allFiles: ({ view }: RevisionSnapshot) => readFiles(view),

    /** Files sorted by id, and therefore by age. */
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

    file: ({ view }: RevisionSnapshot, id: string) => findOne<FileRecord>(view, keys.file(id), 'file'),
    reusable: ({ view }: RevisionSnapshot, id: string) =>
      findOne<ReusableRecord>(view, keys.reusable(id), 'reusable content'),

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

/** Reads content. */
export type ContentService = ReturnType<typeof createContentService>;
