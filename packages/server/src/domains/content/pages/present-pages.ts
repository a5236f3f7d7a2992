import {
  defaultLayout,
  type FileRecord,
  type OpenConflict,
  type PageNode,
  type PageRecord,
  pageTags,
  type ReusableRecord,
} from '@lectern/document';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionCommit } from '../../revisions/index.ts';
import type { SpaceSubject } from '../../spaces/index.ts';
import { filePath } from '../files/download-urls.ts';

/** Dependencies of the functions that turn records into API objects. */
export interface Presenter extends Pick<Kernel, 'links' | 'signing' | 'clock'> {
  /** Finds the change request that a merge revision came from, as the API shows it. */
  readonly mergedFrom: (space: SpaceSubject, revisionId: string) => Promise<{ id: string } | undefined>;
}

// Signed for the space: a hash is not enough to read the content of another space.
/** The id of a document in a space. */
export const documentIdOf = ({ signing }: Presenter, spaceId: string, body: string) =>
  signing.sign(`document ${spaceId}`, body);

/** The body hash that a document id stands for. */
export const bodyOfDocument = ({ signing }: Presenter, spaceId: string, documentId: string): string => {
  const body = signing.verify(`document ${spaceId}`, documentId);
  if (body === undefined) throw notFound('document');
  return body;
};

/** Whether a document id stands for this body, which is absent if it is empty. */
export const isDocumentOf = (documentId: string | null, body: string | undefined): boolean =>
  // The signature follows the hash; it is only needed to read a document.
  documentId === null ? body === undefined : body !== undefined && documentId.startsWith(body);

/** Options of a request that decide which fields of content are shown. */
export interface ContentOptions {
  readonly metadata?: boolean | undefined;
  /** Whether computed pages are replaced by the pages computed from them. */
  readonly computed?: boolean | undefined;
  /** Open conflicts, shown on the pages that they concern. */
  readonly conflicts?: readonly OpenConflict[];
  /** Seed of the ids of computed pages whose bodies are not computed yet. */
  readonly seed?: string;
}

const baseOf = (id: string, page: PageRecord, { conflicts = [] }: ContentOptions) => ({
  id,
  title: page.title,
  ...(page.linkTitle && { linkTitle: page.linkTitle }),
  ...(page.emoji && { emoji: page.emoji }),
  ...(page.icon && { icon: page.icon }),
  createdAt: page.createdAt,
  ...(page.updatedAt && { updatedAt: page.updatedAt }),
  ...withConflicts(conflicts.filter((conflict) => conflict.kind === 'page' && conflict.id === id)),
});

// Hashes of blobs are internal.
const withoutHash = (side: unknown) => {
  if (typeof side !== 'object' || side === null) return side;
  const { hash: _, ...shown } = side as { hash?: unknown };
  return shown;
};

/** The open conflicts of a page or revision, as fields of an API object. */
export const withConflicts = (conflicts: readonly OpenConflict[]) =>
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
  options: ContentOptions,
): object => {
  const pages = () => children.map((child) => toPage(present, spaceId, child, options));
  if (page.type === 'link')
    return {
      ...baseOf(id, page, options),
      kind: 'link',
      type: 'link',
      target: page.target ?? { kind: 'url', url: '' },
      ...(page.target?.kind === 'url' && { href: page.target.url }),
      ...(page.hidden && { hidden: true }),
    };
  if (page.type === 'computed')
    return { ...baseOf(id, page, options), type: 'computed', computed: page.computed };
  if (page.type === 'group')
    return {
      ...baseOf(id, page, options),
      kind: 'group',
      type: 'group',
      slug: page.slug,
      path,
      ...visibilityOf(page),
      pages: pages(),
    };
  return {
    ...baseOf(id, page, options),
    kind: 'sheet',
    type: 'document',
    urls: { app: present.links.appUrl(`/s/${spaceId}/${path}`) },
    slug: page.slug,
    path,
    ...(page.description && { description: page.description }),
    pages: pages(),
    ...(page.git && options.metadata !== false && { git: page.git }),
    layout: layoutOf(page),
    tags: pageTags(page.tags),
    ...(page.cover && { cover: { yPos: 0, ...page.cover } }),
    ...(page.variables && { variables: page.variables }),
    ...visibilityOf(page),
    ...(page.condition && { condition: page.condition }),
    ...(page.body && { documentId: documentIdOf(present, spaceId, page.body) }),
    ...(page.computed &&
      options.seed !== undefined && { computed: page.computed, computedSeed: options.seed }),
  };
};

/** The download URL of a file. */
export const fileUrlOf = (present: Presenter, spaceId: string, file: FileRecord): string =>
  present.links.fileUrl(filePath(present, spaceId, file));

/** The layout of a page, with defaults for missing settings. */
export const layoutOf = (page: PageRecord) => ({ ...defaultLayout, ...page.layout });

/** A file as the API shows it. */
export const toFile = (
  present: Presenter,
  spaceId: string,
  id: string,
  file: FileRecord,
  options: ContentOptions,
) => ({
  id,
  name: file.name,
  contentType: file.contentType,
  downloadURL: fileUrlOf(present, spaceId, file),
  size: file.size,
  ...(file.dimensions && { dimensions: file.dimensions }),
  ...(file.git && options.metadata !== false && { git: file.git }),
});

/** The commit of a revision as the API shows it; the API has two fields for whether Lectern made it. */
export const toCommit = ({ oid, message, isOurs, url, ref }: RevisionCommit) => ({
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
  options: ContentOptions,
) => ({
  id,
  title: content.title,
  ...(content.body && { document: documentIdOf(present, spaceId, content.body) }),
  ...(content.git && options.metadata !== false && { git: content.git }),
});
