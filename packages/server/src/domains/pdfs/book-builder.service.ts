import type { Readable } from 'node:stream';
import {
  type ContentRef,
  type Document,
  type FileRecord,
  linksOf,
  type PageNode,
  type PageRecord,
  readFiles,
  stableRefs,
} from '@lectern/document';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Book, BookLine, BookPage, BookTarget } from '../../kernel/pdf-renderer.ts';
import {
  type ContentService,
  type EvaluationService,
  isPageVisible,
  type Snapshot,
} from '../content/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { LogosService } from '../logos/index.ts';
import type { PdfKey, PdfRequest } from './pdfs.store.ts';

interface Dependencies extends Pick<Kernel, 'blobs' | 'egress' | 'links'> {
  readonly content: Pick<ContentService, 'snapshot' | 'tree' | 'variables'>;
  readonly evaluation: EvaluationService;
  readonly identity: Pick<IdentityService, 'findInOrganization'>;
  readonly logos: Pick<LogosService, 'blobAt'>;
}

const IMAGE_BYTES = 20 * 1024 * 1024;
const IMAGE_MS = 10_000;
// Limits for all images from other servers together.
const MAX_FETCHED_IMAGES = 200;
const FETCH_ALL_MS = 90_000;

/** Whether a page is part of books: links to other pages are not. */
const isPrinted = ({ type }: PageRecord): boolean => type === 'document' || type === 'group';

type SpaceOfBook = Omit<PdfKey, 'name'>;

interface Leaf {
  readonly node: PageNode;
  readonly depth: number;
}

/** Everything that the pages of one book refer to. */
interface BookContext {
  readonly snapshot: Snapshot;
  readonly request: PdfRequest;
  readonly includedPages: ReadonlySet<string>;
  readonly targetOf: (ref: ContentRef) => Promise<BookTarget | undefined>;
}

/** The title of a page in the navigation. */
const titleOf = ({ page }: PageNode): string => page.linkTitle ?? page.title;

/** Pages in reading order. Hidden pages are left out with their children, as in the navigation. */
const leaves = (nodes: readonly PageNode[], depth = 0): Leaf[] =>
  nodes
    .filter(({ page }) => isPrinted(page) && !page.hidden)
    .flatMap((node) => [{ node, depth }, ...leaves(node.children, depth + 1)]);

const visibleNodes = (
  nodes: readonly PageNode[],
  isVisible: (page: PageRecord) => boolean,
): readonly PageNode[] =>
  nodes
    .filter(({ page }) => isVisible(page))
    .map((node) => ({ ...node, children: [...visibleNodes(node.children, isVisible)] }));

const allNodes = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children)]);

const pagesOfRequest = (tree: readonly PageNode[], { page, only }: PdfRequest): Leaf[] => {
  if (page === undefined) return leaves(tree);
  const node = allNodes(tree).find(({ id }) => id === page);
  if (!node) return [];
  return [{ node, depth: 0 }, ...(only ? [] : leaves(node.children, 1))];
};

const externalImage = (ref: ContentRef, isImage: boolean): BookTarget | undefined =>
  isImage && ref.kind === 'url' && /^https?:/i.test(ref.url)
    ? { href: ref.url, picture: `url ${ref.url}` }
    : undefined;

/** The lines of a list of pages: links, and the pages that `isListed` selects. */
const linesFor = async (
  nodes: readonly PageNode[],
  { targetOf }: Pick<BookContext, 'targetOf'>,
  isListed: (node: PageNode) => boolean,
): Promise<BookLine[]> => {
  const linkTarget = async ({ target: ref }: PageRecord): Promise<BookTarget | undefined> =>
    ref?.kind === 'url' ? { href: ref.url } : ref && targetOf(ref);
  const lines: BookLine[] = [];
  for (const node of nodes)
    if (node.page.type === 'link' && !node.page.hidden)
      lines.push({ title: titleOf(node), target: await linkTarget(node.page) });
    else if (isListed(node)) lines.push({ title: titleOf(node), target: { page: node.id } });
  return lines;
};

/** Builds the books that the PDF renderer sets. */
export const createBookBuilderService = (deps: Dependencies) => {
  const { blobs, egress, links, content, evaluation, identity, logos } = deps;

  /** Resolves references. Of other spaces only the URL is shown, since some readers may not have access. */
  const createTargetResolver = (
    snapshot: Snapshot,
    pages: ReadonlyMap<string, PageNode>,
    includedPages: ReadonlySet<string>,
    files: ReadonlyMap<string, FileRecord>,
    visitor: PdfRequest['visitor'],
  ): BookContext['targetOf'] => {
    const { organization_id, id: spaceId } = snapshot.space;
    const names = new Map<string, string | undefined>();
    const userName = async (user: string): Promise<string | undefined> => {
      if (!names.has(user))
        names.set(user, (await identity.findInOrganization(user, organization_id))?.display_name);
      return names.get(user);
    };
    const urlOf = (space: string, path: string): string =>
      visitor
        ? `${visitor.url}/${path.split('/').map(encodeURIComponent).join('/')}`
        : links.appUrl(`/s/${space}/${path}`);
    const pageTarget = (id: string, anchor?: string): BookTarget | undefined => {
      const node = pages.get(id);
      if (!node) return undefined;
      const title = titleOf(node);
      return includedPages.has(id)
        ? { page: id, title, ...(anchor !== undefined && { anchor }) }
        : { href: urlOf(spaceId, node.path ?? ''), title };
    };
    return async (ref) => {
      if ('space' in ref && ref.space !== undefined && ref.space !== spaceId)
        return visitor || ref.kind === 'file' || ref.kind === 'reusable-content'
          ? undefined
          : { href: links.appUrl(`/s/${ref.space}`) };
      switch (ref.kind) {
        case 'page':
          return pageTarget(ref.page);
        case 'anchor':
          return ref.page === undefined ? undefined : pageTarget(ref.page, ref.anchor);
        case 'file': {
          const file = files.get(ref.file);
          if (!file) return undefined;
          const isImage = file.contentType.startsWith('image/');
          return { title: file.name, size: file.size, ...(isImage && { picture: `file ${file.hash}` }) };
        }
        case 'user': {
          const title = await userName(ref.user);
          return title === undefined ? undefined : { title };
        }
        default:
          return undefined;
      }
    };
  };

  /** Loads images: files of the space, or URLs. */
  const createImageLoader = (organizationId: string): Book['picture'] => {
    const timeout = AbortSignal.timeout(FETCH_ALL_MS);
    let fetched = 0;
    const fetchImage = async (url: string): Promise<Readable | undefined> => {
      if (fetched++ >= MAX_FETCHED_IMAGES || timeout.aborted) return undefined;
      const { status, stream } = await egress.fetch(url, {
        maxBytes: IMAGE_BYTES,
        timeoutMs: IMAGE_MS,
        signal: timeout,
      });
      if (status === 200) return stream;
      stream.destroy();
      return undefined;
    };
    return async (name) => {
      const [kind, rest] = [name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1)];
      // The alternative text replaces an image that cannot be loaded.
      return (kind === 'file' ? blobs.open(organizationId, rest) : fetchImage(rest)).catch(() => undefined);
    };
  };

  const documentJson = async (
    snapshot: Snapshot,
    page: PageRecord,
    { visitor }: PdfRequest,
  ): Promise<string> =>
    visitor
      ? JSON.stringify(await evaluation.evaluateForVisitor(snapshot, page, visitor.claims))
      : evaluation.documentJson(snapshot, page, { evaluated: 'true', dereferenced: 'reusable-contents' });

  const treeFor = async (
    snapshot: Snapshot,
    { visitor }: Pick<PdfRequest, 'visitor'>,
  ): Promise<readonly PageNode[]> => {
    const tree = await content.tree(snapshot);
    if (!visitor) return tree;
    const variables = await content.variables(snapshot);
    return visibleNodes(tree, (page) => isPageVisible(page, visitor.claims, variables));
  };

  const toBookPage = async ({ node, depth }: Leaf, context: BookContext): Promise<BookPage> => {
    const { snapshot, request, includedPages, targetOf } = context;
    const { page, id } = node;
    const document = await documentJson(snapshot, page, request);
    const parsed = JSON.parse(document) as Document;
    const targets: Record<string, BookTarget> = {};
    for (const { ref, kind } of linksOf(parsed)) {
      const target = (await targetOf(ref)) ?? externalImage(ref, kind === 'image' || kind === 'content-ref');
      if (target) targets[stableRefs.print(ref)] = target;
    }
    const isBlank = page.type === 'group' || page.body === undefined || parsed.nodes.length === 0;
    const list = await linesFor(
      request.only ? [] : node.children,
      context,
      (child) => isBlank && includedPages.has(child.id),
    );
    return {
      id,
      depth,
      title: page.title,
      ...(page.linkTitle !== undefined && { shortTitle: page.linkTitle }),
      ...(page.description && { description: page.description }),
      ...(page.emoji && { emoji: page.emoji }),
      document,
      targets,
      ...(list.length > 0 && { list }),
    };
  };

  // An uploaded logo is read from the storage: the server may not reach its own public URL, or have had another one.
  const logoPicture = async (organizationId: string, url: string): Promise<string> => {
    const hash = await logos.blobAt(organizationId, url);
    return hash === undefined ? `url ${url}` : `file ${hash}`;
  };

  const coverOf = async (
    request: PdfRequest,
    tree: readonly PageNode[],
    context: BookContext,
  ): Promise<NonNullable<Book['cover']>> => ({
    organization: request.organization,
    ...(request.note !== undefined && { note: request.note }),
    ...(request.emoji && { emoji: request.emoji }),
    ...(request.logo && {
      logo: await logoPicture(context.snapshot.space.organization_id, request.logo),
    }),
    links: request.page === undefined ? await linesFor(tree, context, () => false) : [],
  });

  return {
    isPrinted,

    /** Whether a requested book has more than `count` pages. */
    hasMoreThan: async (count: number, { organization_id, space_id }: SpaceOfBook, request: PdfRequest) =>
      !request.only &&
      pagesOfRequest(
        await content.tree(content.snapshot({ organization_id, id: space_id }, request.root)),
        request,
      ).length > count,

    /** The book of a request. */
    bookOf: async ({ organization_id, space_id }: SpaceOfBook, request: PdfRequest): Promise<Book> => {
      const snapshot = content.snapshot({ organization_id, id: space_id }, request.root);
      const [tree, files] = await Promise.all([treeFor(snapshot, request), readFiles(snapshot.view)]);
      const included = pagesOfRequest(tree, request);
      const includedPages = new Set(included.map(({ node }) => node.id));
      const pagesById = new Map(allNodes(tree).map((node) => [node.id, node]));
      const targetOf = createTargetResolver(snapshot, pagesById, includedPages, files, request.visitor);
      const context: BookContext = { snapshot, request, includedPages, targetOf };
      const pages = async function* () {
        for (const leaf of included) yield await toBookPage(leaf, context);
      };
      return {
        title: request.only ? (included[0]?.node.page.title ?? request.title) : request.title,
        language: request.language,
        date: new Date(request.date),
        ...(!request.only && { cover: await coverOf(request, tree, context) }),
        pages: pages(),
        picture: createImageLoader(organization_id),
      };
    },
  };
};

/** Service that builds books. */
export type BookBuilderService = ReturnType<typeof createBookBuilderService>;
