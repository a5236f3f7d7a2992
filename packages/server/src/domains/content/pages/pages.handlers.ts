import {
  defaultLayout,
  type FileRecord,
  type OpenConflict,
  type PageNode,
  type PageRecord,
  type ReusableRecord,
  withoutComputed,
  withoutSources,
} from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import { jsonText } from '../../../kernel/contract/json-text.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionCommit } from '../../revisions/index.ts';
import type { SpaceSubject } from '../../spaces/index.ts';
import { filePath } from '../files/files.service.ts';
import { createEvaluationService, type EvaluationOptions } from './evaluation.service.ts';
import type { contentContract, Revision, RevisionPage } from './pages.contract.ts';
import type { ContentService, FoundPage, RevisionSnapshot } from './pages.service.ts';

const CACHED_CHARACTERS = 64 * 1024 * 1024;

/** What presenting needs besides what is presented. */
export interface Presenter extends Pick<Kernel, 'links' | 'signing' | 'clock'> {
  /** The change request that a merge brought in, as the API shows it. */
  readonly mergedFrom: (space: SpaceSubject, revisionId: string) => Promise<{ id: string } | undefined>;
}

// A document's id is good in its space only: nobody reads another space's content by the hash of it.
/** The id of a document, as the space names it. */
export const documentIdOf = ({ signing }: Presenter, spaceId: string, body: string) =>
  signing.sign(`document ${spaceId}`, body);
const bodyOf = ({ signing }: Presenter, spaceId: string, documentId: string): string => {
  const body = signing.verify(`document ${spaceId}`, documentId);
  if (body === undefined) throw notFound('document');
  return body;
};

interface Wish {
  readonly metadata?: boolean | undefined;
  /** Whether what is made of computed pages stands for them. */
  readonly computed?: boolean | undefined;
  /** What is told of fields in conflict, with the page that they are of. */
  readonly conflicts?: readonly OpenConflict[];
  /** What ids were made from, where the bodies of pages are still to be computed. */
  readonly seed?: string;
}

const baseOf = (id: string, page: PageRecord, { conflicts = [] }: Wish) => ({
  id,
  title: page.title,
  ...(page.linkTitle && { linkTitle: page.linkTitle }),
  ...(page.emoji && { emoji: page.emoji }),
  ...(page.icon && { icon: page.icon }),
  createdAt: page.createdAt,
  ...(page.updatedAt && { updatedAt: page.updatedAt }),
  ...withConflicts(conflicts.filter((conflict) => conflict.kind === 'page' && conflict.id === id)),
});

// By which hash bytes are kept is nobody's business.
const withoutHash = (side: unknown) => {
  if (typeof side !== 'object' || side === null) return side;
  const { hash: _, ...shown } = side as { hash?: unknown };
  return shown;
};

const withConflicts = (conflicts: readonly OpenConflict[]) =>
  conflicts.length === 0
    ? {}
    : {
        conflicts: conflicts.map((conflict) => ({
          ...conflict,
          ...('primary' in conflict && { primary: withoutHash(conflict.primary) }),
          ...('changed' in conflict && { changed: withoutHash(conflict.changed) }),
        })),
      };

const visibilityOf = ({ hidden, noIndex, noRobotsIndex }: PageRecord) => ({
  ...(hidden && { hidden }),
  ...(noIndex && { noIndex }),
  ...(noRobotsIndex && { noRobotsIndex }),
});

/** A page as the API shows it, with the pages below it. */
export const toPage = (
  present: Presenter,
  spaceId: string,
  { id, page, path, children }: PageNode,
  wish: Wish,
): object => {
  const pages = () => children.map((child) => toPage(present, spaceId, child, wish));
  if (page.type === 'link')
    return {
      ...baseOf(id, page, wish),
      kind: 'link',
      type: 'link',
      target: page.target ?? { kind: 'url', url: '' },
      ...(page.target?.kind === 'url' && { href: page.target.url }),
      ...(page.hidden && { hidden: true }),
    };
  if (page.type === 'computed')
    return { ...baseOf(id, page, wish), type: 'computed', computed: page.computed };
  if (page.type === 'group')
    return {
      ...baseOf(id, page, wish),
      kind: 'group',
      type: 'group',
      slug: page.slug,
      path,
      ...visibilityOf(page),
      pages: pages(),
    };
  return {
    ...baseOf(id, page, wish),
    kind: 'sheet',
    type: 'document',
    urls: { app: present.links.appUrl(`/s/${spaceId}/${path}`) },
    slug: page.slug,
    path,
    ...(page.description && { description: page.description }),
    pages: pages(),
    ...(page.git && wish.metadata !== false && { git: page.git }),
    layout: layoutOf(page),
    ...(page.cover && { cover: page.cover }),
    ...(page.variables && { variables: page.variables }),
    ...visibilityOf(page),
    ...(page.body && { documentId: documentIdOf(present, spaceId, page.body) }),
    ...(page.computed && wish.seed !== undefined && { computed: page.computed, computedSeed: wish.seed }),
  };
};

/** Where a file is downloaded from. */
export const fileUrlOf = (present: Presenter, spaceId: string, file: FileRecord): string =>
  present.links.fileUrl(filePath(present, spaceId, file));

/** The layout of a page, with what it does not say itself. */
export const layoutOf = (page: PageRecord) => ({ ...defaultLayout, ...page.layout });

/** A file as the API shows it. */
export const toFile = (present: Presenter, spaceId: string, id: string, file: FileRecord, wish: Wish) => ({
  id,
  name: file.name,
  contentType: file.contentType,
  downloadURL: fileUrlOf(present, spaceId, file),
  size: file.size,
  ...(file.dimensions && { dimensions: file.dimensions }),
  ...(file.git && wish.metadata !== false && { git: file.git }),
});

/** The commit of a revision as the API shows it; its maker has two names there. */
const toCommit = ({ oid, message, isOurs, url, ref }: RevisionCommit) => ({
  oid,
  message,
  createdByGitBook: isOurs,
  createdByService: isOurs,
  ...(url !== undefined && { url }),
  ref,
});

/** A reusable content as the API shows it. */
export const toReusable = (
  present: Presenter,
  spaceId: string,
  id: string,
  content: ReusableRecord,
  wish: Wish,
) => ({
  id,
  title: content.title,
  ...(content.body && { document: documentIdOf(present, spaceId, content.body) }),
  ...(content.git && wish.metadata !== false && { git: content.git }),
});

/** Operations on one reading, whatever led to it: the space, a revision or a change request. */
export const presentContent = (content: ContentService, present: Presenter) => {
  const evaluation = createEvaluationService(content);
  const telling = async (from: RevisionSnapshot, wish: Wish): Promise<Wish> => ({
    ...wish,
    conflicts: await content.conflicts(from),
  });
  // The pages of a snapshot never change, and a large space has megabytes of them.
  const pageTexts = new LRUCache<string, string>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (text) => text.length,
  });
  const pagesOf = async (from: RevisionSnapshot, wish: Wish): Promise<string> => {
    const key = `${from.space.id}/${from.revision.root}/${wish.metadata !== false}/${wish.computed !== false}/${from.audience ?? ''}`;
    const known = pageTexts.get(key);
    if (known !== undefined) return known;
    const [tree, told] = await Promise.all([content.tree(from), telling(from, wish)]);
    const shown = wish.computed === false ? withoutComputed(tree) : withoutSources(tree);
    const text = JSON.stringify(shown.map((node) => toPage(present, from.space.id, node, told)));
    pageTexts.set(key, text);
    return text;
  };
  const withBody = async (
    from: RevisionSnapshot,
    { node, record }: FoundPage,
    wish: Wish & EvaluationOptions & { format?: 'document' | 'markdown' | undefined },
  ): Promise<Static<typeof RevisionPage>> => {
    const page = toPage(present, from.space.id, node, await telling(from, wish));
    if (record.type !== 'document' || wish.format === undefined) return page as never;
    const text = JSON.stringify(page).slice(0, -1);
    const body =
      wish.format === 'markdown'
        ? `"markdown":${JSON.stringify(await evaluation.markdownText(from, record, wish))}`
        : `"document":${await evaluation.documentJson(from, record, wish)}`;
    return jsonText(`${text},${body}}`);
  };

  return {
    revision: async (from: RevisionSnapshot, wish: Wish): Promise<Static<typeof Revision>> => {
      const { space, revision } = from;
      const [mergedFrom, conflicts, pages, files, reusables, variables] = await Promise.all([
        revision.type === 'merge' ? present.mergedFrom(space, revision.id) : undefined,
        content.conflicts(from),
        pagesOf(from, wish),
        content.allFiles(from),
        content.reusables(from),
        content.variables(from),
      ]);
      const rest = JSON.stringify({
        object: 'revision',
        id: revision.id,
        type: revision.type,
        parents: revision.parents,
        files: [...files].map(([id, file]) => toFile(present, space.id, id, file, wish)),
        reusableContents: [...reusables].map(([id, one]) => toReusable(present, space.id, id, one, wish)),
        ...(Object.keys(variables).length > 0 && { variables }),
        ...withConflicts(conflicts),
        createdAt: revision.created_at.toISOString(),
        ...(mergedFrom && { mergedFrom }),
        ...(revision.git && wish.metadata !== false && { git: toCommit(revision.git as never) }),
        urls: { app: present.links.appUrl(`/s/${space.id}/~/revisions/${revision.id}`) },
      });
      return jsonText(`${rest.slice(0, -1)},"pages":${pages}}`);
    },
    pages: async (from: RevisionSnapshot, wish: Wish) =>
      jsonText<never>(`{"pages":${await pagesOf(from, wish)}}`),
    page: async (from: RevisionSnapshot, id: string, wish: Parameters<typeof withBody>[2]) =>
      withBody(from, await content.page(from, id), wish),
    pageByPath: async (from: RevisionSnapshot, path: string, wish: Parameters<typeof withBody>[2]) =>
      withBody(from, await content.pageByPath(from, path), wish),
    files: async (from: RevisionSnapshot, page: Parameters<ContentService['files']>[1], wish: Wish) =>
      listOf(
        page,
        await content.files(from, page),
        ({ id }) => [id],
        ({ id, file }) => toFile(present, from.space.id, id, file, wish),
      ),
    file: async (from: RevisionSnapshot, id: string, wish: Wish) =>
      toFile(present, from.space.id, id, await content.file(from, id), wish),
    reusable: async (from: RevisionSnapshot, id: string, wish: Wish) =>
      toReusable(present, from.space.id, id, await content.reusable(from, id), wish),
    document: async (
      from: RevisionSnapshot,
      whose: Parameters<typeof evaluation.documentJson>[1],
      wish: EvaluationOptions = {},
    ) => jsonText<never>(await evaluation.documentJson(from, whose, wish)),
  };
};

/** Operation to service to answer. */
export const contentHandlers = (
  content: ContentService,
  present: Presenter,
): Handlers<typeof contentContract> => {
  const show = presentContent(content, present);
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
      show.document(await content.head(subject), { body: bodyOf(present, subject.id, params.documentId) }),
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
