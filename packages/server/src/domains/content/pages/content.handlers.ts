import { tagsOfPages, withoutComputed, withoutSources } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import { jsonText } from '../../../kernel/contract/json-text.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import type { contentContract, Revision, RevisionPage } from './content.contract.ts';
import type { ContentService, FoundPage, RevisionSnapshot } from './content.service.ts';
import { createEvaluationService, type EvaluationOptions } from './evaluation.service.ts';
import {
  bodyOfDocument,
  type ContentOptions,
  type Presenter,
  toCommit,
  toFile,
  toPage,
  toReusable,
  withConflicts,
} from './present-pages.ts';

const CACHED_CHARACTERS = 64 * 1024 * 1024;
const CACHED_BYTES = 32 * 1024 * 1024;

/** The pages of a snapshot and their tags, as JSON. */
interface PageTexts {
  readonly pages: string;
  readonly tags: string;
}

/** Presents the content of one snapshot: that of a space, of a revision or of a change request. */
export const createContentPresenter = (content: ContentService, present: Presenter) => {
  const evaluation = createEvaluationService(content);
  const withOpenConflicts = async (
    from: RevisionSnapshot,
    options: ContentOptions,
  ): Promise<ContentOptions> => ({
    ...options,
    conflicts: await content.conflicts(from),
  });
  // The pages of a snapshot never change, and those of a large space take megabytes.
  const pageTexts = new LRUCache<string, PageTexts>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ pages, tags }) => pages.length + tags.length,
  });
  // Whole responses, which only depend on the snapshot.
  const responses = createPromiseCache<Buffer>({
    maxSize: CACHED_BYTES,
    sizeOf: (bytes, key) => bytes.length + key.length,
  });
  const responseOf = async <T>(
    { space, revision, audience }: RevisionSnapshot,
    what: readonly string[],
    options: object,
    make: () => Promise<string>,
  ): Promise<T> => {
    const { root, change_request_id } = revision;
    const key = JSON.stringify([space.id, root, change_request_id === null, audience, ...what, options]);
    return jsonText<T>(await responses.get(key, async () => Buffer.from(await make())));
  };
  const pagesOf = async (from: RevisionSnapshot, options: ContentOptions): Promise<PageTexts> => {
    const key = `${from.space.id}/${from.revision.root}/${options.metadata !== false}/${options.computed !== false}/${from.audience ?? ''}`;
    const cached = pageTexts.get(key);
    if (cached !== undefined) return cached;
    const [tree, pageOptions] = await Promise.all([content.tree(from), withOpenConflicts(from, options)]);
    const shown = options.computed === false ? withoutComputed(tree) : withoutSources(tree);
    const pages = shown.map((node) => toPage(present, from.space.id, node, pageOptions));
    const tags = tagsOfPages(shown).map((tag) => ({ ...tag, color: 'default' }));
    const texts = { pages: JSON.stringify(pages), tags: JSON.stringify(tags) };
    pageTexts.set(key, texts);
    return texts;
  };
  const withBody = async (
    from: RevisionSnapshot,
    { node, record }: FoundPage,
    options: ContentOptions & EvaluationOptions & { format?: 'document' | 'markdown' | undefined },
  ): Promise<string> => {
    const page = toPage(present, from.space.id, node, await withOpenConflicts(from, options));
    if (record.type !== 'document' || options.format === undefined) return JSON.stringify(page);
    const text = JSON.stringify(page).slice(0, -1);
    const body =
      options.format === 'markdown'
        ? `"markdown":${JSON.stringify(await evaluation.markdownText(from, record, options))}`
        : `"document":${await evaluation.documentJson(from, record, options)}`;
    return `${text},${body}}`;
  };

  return {
    revision: async (from: RevisionSnapshot, options: ContentOptions): Promise<Static<typeof Revision>> => {
      const { space, revision } = from;
      const [mergedFrom, conflicts, { pages, tags }, files, reusables, variables] = await Promise.all([
        revision.type === 'merge' ? present.mergedFrom(space, revision.id) : undefined,
        content.conflicts(from),
        pagesOf(from, options),
        content.allFiles(from),
        content.reusables(from),
        content.variables(from),
      ]);
      const rest = JSON.stringify({
        object: 'revision',
        id: revision.id,
        type: revision.type,
        parents: revision.parents,
        // Visitors do not learn of the previous revision.
        ...(revision.type === 'computed' && { sourceRevision: revision.parents[0] ?? revision.id }),
        files: [...files].map(([id, file]) => toFile(present, space.id, id, file, options)),
        reusableContents: [...reusables].map(([id, one]) => toReusable(present, space.id, id, one, options)),
        ...(Object.keys(variables).length > 0 && { variables }),
        ...withConflicts(conflicts),
        createdAt: revision.created_at.toISOString(),
        ...(mergedFrom && { mergedFrom }),
        ...(revision.git && options.metadata !== false && { git: toCommit(revision.git) }),
        urls: { app: present.links.appUrl(`/s/${space.id}/~/revisions/${revision.id}`) },
      });
      return jsonText(`${rest.slice(0, -1)},"tags":${tags},"pages":${pages}}`);
    },
    pages: (from: RevisionSnapshot, options: ContentOptions) =>
      responseOf<never>(
        from,
        ['pages'],
        options,
        async () => `{"pages":${(await pagesOf(from, options)).pages}}`,
      ),
    /** A page as a part of another response. */
    pageFields: async (
      from: RevisionSnapshot,
      id: string,
      options: ContentOptions,
    ): Promise<Static<typeof RevisionPage>> => {
      const { node } = await content.page(from, id);
      return toPage(present, from.space.id, node, await withOpenConflicts(from, options)) as never;
    },
    page: (from: RevisionSnapshot, id: string, options: Parameters<typeof withBody>[2]) =>
      responseOf<Static<typeof RevisionPage>>(from, ['page', id], options, async () =>
        withBody(from, await content.page(from, id), options),
      ),
    pageByPath: (from: RevisionSnapshot, path: string, options: Parameters<typeof withBody>[2]) =>
      responseOf<Static<typeof RevisionPage>>(from, ['path', path], options, async () =>
        withBody(from, await content.pageByPath(from, path), options),
      ),
    files: async (
      from: RevisionSnapshot,
      page: Parameters<ContentService['files']>[1],
      options: ContentOptions,
    ) =>
      listOf(
        page,
        await content.files(from, page),
        ({ id }) => [id],
        ({ id, file }) => toFile(present, from.space.id, id, file, options),
      ),
    file: async (from: RevisionSnapshot, id: string, options: ContentOptions) =>
      toFile(present, from.space.id, id, await content.file(from, id), options),
    reusable: async (from: RevisionSnapshot, id: string, options: ContentOptions) =>
      toReusable(present, from.space.id, id, await content.reusable(from, id), options),
    document: async (
      from: RevisionSnapshot,
      owner: Parameters<typeof evaluation.documentJson>[1],
      options: EvaluationOptions = {},
    ) => jsonText<never>(await evaluation.documentJson(from, owner, options)),
  };
};

/** Handlers of the operations that read content. */
export const contentHandlers = (
  content: ContentService,
  present: Presenter,
): Handlers<typeof contentContract> => {
  const show = createContentPresenter(content, present);
  return {
    getCurrentRevision: async ({ subject, query }) => show.revision(await content.head(subject), query),
    listPages: async ({ subject, query }) => show.pages(await content.head(subject), query),
    listFiles: async ({ subject, query, page }) => show.files(await content.head(subject), page, query),
    getFileById: async ({ subject, params, query }) =>
      show.file(await content.head(subject), params.fileId, query),
    getPageById: async ({ subject, params, query }) =>
      show.page(await content.head(subject), params.pageId, query),
    getPageByPath: async ({ subject, params, query }) =>
      show.pageByPath(await content.head(subject), params.pagePath, query),
    getReusableContentById: async ({ subject, params, query }) =>
      show.reusable(await content.head(subject), params.reusableContentId, query),
    getDocumentById: async ({ subject, params }) =>
      show.document(await content.head(subject), {
        body: bodyOfDocument(present, subject.id, params.documentId),
      }),
    getRevisionById: async ({ subject, params, query }) =>
      show.revision(await content.at(subject, params.revisionId), query),
    listPagesInRevisionById: async ({ subject, params, query }) =>
      show.pages(await content.at(subject, params.revisionId), query),
    listFilesInRevisionById: async ({ subject, params, query, page }) =>
      show.files(await content.at(subject, params.revisionId), page, query),
    getFileInRevisionById: async ({ subject, params, query }) =>
      show.file(await content.at(subject, params.revisionId), params.fileId, query),
    getPageInRevisionById: async ({ subject, params, query }) =>
      show.page(await content.at(subject, params.revisionId), params.pageId, query),
    getPageInRevisionByPath: async ({ subject, params, query }) =>
      show.pageByPath(await content.at(subject, params.revisionId), params.pagePath, query),
    getPageDocumentInRevisionById: async ({ subject, params, query }) => {
      const from = await content.at(subject, params.revisionId);
      return show.document(from, (await content.page(from, params.pageId)).record, query);
    },
    getReusableContentInRevisionById: async ({ subject, params, query }) =>
      show.reusable(await content.at(subject, params.revisionId), params.reusableContentId, query),
    getReusableContentDocumentInRevisionById: async ({ subject, params, query }) => {
      const from = await content.at(subject, params.revisionId);
      return show.document(from, await content.reusable(from, params.reusableContentId), query);
    },
  };
};
