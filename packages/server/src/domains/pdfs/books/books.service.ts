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
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Book, BookLine, BookPage, BookTarget } from '../../../kernel/pdf-renderer.ts';
import type { ContentService, EvaluationService, Snapshot } from '../../content/index.ts';
import type { IdentityService } from '../../identity/index.ts';
import type { PdfKey, PdfWish } from '../pdfs.store.ts';

interface Dependencies extends Pick<Kernel, 'blobs' | 'egress' | 'links'> {
  readonly content: Pick<ContentService, 'snapshot' | 'tree'>;
  readonly evaluation: EvaluationService;
  readonly identity: Pick<IdentityService, 'findInOrganization'>;
}

const PICTURE_BYTES = 20 * 1024 * 1024;
const PICTURE_MS = 10_000;
// What is fetched from elsewhere keeps the book waiting: not for ever.
const MOST_FETCHED = 200;
const FETCH_ALL_MS = 90_000;

/** Whether a page stands in books: those that only lead elsewhere do not. */
const isPrinted = ({ type }: PageRecord): boolean => type === 'document' || type === 'group';

type PlaceOfBook = Omit<PdfKey, 'name'>;

interface Leaf {
  readonly node: PageNode;
  readonly depth: number;
}

/** What the navigation calls a page. */
const nameOf = ({ page }: PageNode): string => page.linkTitle ?? page.title;

/** Pages in reading order. Hidden ones are left out with all below them, as they are in the navigation. */
const leaves = (nodes: readonly PageNode[], depth = 0): Leaf[] =>
  nodes
    .filter(({ page }) => isPrinted(page) && !page.hidden)
    .flatMap((node) => [{ node, depth }, ...leaves(node.children, depth + 1)]);

const found = (nodes: readonly PageNode[], id: string): PageNode | undefined => {
  for (const node of nodes) {
    const one = node.id === id ? node : found(node.children, id);
    if (one) return one;
  }
  return undefined;
};

/** Puts together what books are made of. */
export const createBooksService = ({ blobs, egress, links, content, evaluation, identity }: Dependencies) => {
  const chosen = (tree: readonly PageNode[], { page, only }: PdfWish): Leaf[] => {
    if (page === undefined) return leaves(tree);
    const node = found(tree, page);
    if (!node) return [];
    return [{ node, depth: 0 }, ...(only ? [] : leaves(node.children, 1))];
  };

  /** Says where references lead. Other spaces may be hidden from some who read the book: only their addresses are told. */
  const targetsIn = (
    snapshot: Snapshot,
    pages: ReadonlyMap<string, PageNode>,
    inBook: ReadonlySet<string>,
    files: ReadonlyMap<string, FileRecord>,
  ) => {
    const { organization_id, id: spaceId } = snapshot.space;
    const names = new Map<string, string | undefined>();
    const personOf = async (user: string): Promise<string | undefined> => {
      if (!names.has(user))
        names.set(user, (await identity.findInOrganization(user, organization_id))?.display_name);
      return names.get(user);
    };
    const toPage = (id: string, anchor?: string): BookTarget | undefined => {
      const node = pages.get(id);
      if (!node) return undefined;
      const title = nameOf(node);
      return inBook.has(id)
        ? { page: id, title, ...(anchor !== undefined && { anchor }) }
        : { href: links.appUrl(`/s/${spaceId}/${node.path ?? ''}`), title };
    };
    return async (ref: ContentRef): Promise<BookTarget | undefined> => {
      if ('space' in ref && ref.space !== undefined && ref.space !== spaceId)
        return ref.kind === 'file' || ref.kind === 'reusable-content'
          ? undefined
          : { href: links.appUrl(`/s/${ref.space}`) };
      switch (ref.kind) {
        case 'page':
          return toPage(ref.page);
        case 'anchor':
          return ref.page === undefined ? undefined : toPage(ref.page, ref.anchor);
        case 'file': {
          const file = files.get(ref.file);
          if (!file) return undefined;
          const isPicture = file.contentType.startsWith('image/');
          return { title: file.name, size: file.size, ...(isPicture && { picture: `file ${file.hash}` }) };
        }
        case 'user': {
          const title = await personOf(ref.user);
          return title === undefined ? undefined : { title };
        }
        default:
          return undefined;
      }
    };
  };

  const remember = (ref: ContentRef, isPicture: boolean): BookTarget | undefined =>
    isPicture && ref.kind === 'url' && /^https?:/i.test(ref.url)
      ? { href: ref.url, picture: `url ${ref.url}` }
      : undefined;

  /** The bytes of pictures: from the space's own files, or from where they are said to be. */
  const picturesFor = (organizationId: string): Book['picture'] => {
    const until = AbortSignal.timeout(FETCH_ALL_MS);
    let fetched = 0;
    const fetch = async (url: string): Promise<Readable | undefined> => {
      if (fetched++ >= MOST_FETCHED || until.aborted) return undefined;
      const { status, stream } = await egress.fetch(url, {
        maxBytes: PICTURE_BYTES,
        timeoutMs: PICTURE_MS,
        signal: until,
      });
      if (status === 200) return stream;
      stream.destroy();
      return undefined;
    };
    return async (name) => {
      const [kind, rest] = [name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1)];
      // A picture that cannot be had is shown by its words, whatever the reason.
      return (kind === 'file' ? blobs.open(organizationId, rest) : fetch(rest)).catch(() => undefined);
    };
  };

  return {
    isPrinted,

    /** Whether more than so many pages are in the book of a wish. */
    hasMoreThan: async (count: number, { organization_id, space_id }: PlaceOfBook, wish: PdfWish) =>
      !wish.only &&
      chosen(await content.tree(content.snapshot({ organization_id, id: space_id }, wish.root)), wish)
        .length > count,

    /** The book of a wish. */
    bookOf: async ({ organization_id, space_id }: PlaceOfBook, wish: PdfWish): Promise<Book> => {
      const snapshot = content.snapshot({ organization_id, id: space_id }, wish.root);
      const [tree, files] = await Promise.all([content.tree(snapshot), readFiles(snapshot.view)]);
      const printed = chosen(tree, wish);
      const all = new Map<string, PageNode>();
      const know = (nodes: readonly PageNode[]): void => {
        for (const node of nodes) {
          all.set(node.id, node);
          know(node.children);
        }
      };
      know(tree);
      const inBook = new Set(printed.map(({ node }) => node.id));
      const targetOf = targetsIn(snapshot, all, inBook, files);

      const linkOf = async ({ target: ref }: PageRecord): Promise<BookTarget | undefined> =>
        ref?.kind === 'url' ? { href: ref.url } : ref && targetOf(ref);
      /** The lines of a list: links, and those pages that are to be in it. */
      const linesFor = async (
        nodes: readonly PageNode[],
        isListed: (node: PageNode) => boolean,
      ): Promise<BookLine[]> => {
        const lines: BookLine[] = [];
        for (const node of nodes)
          if (node.page.type === 'link' && !node.page.hidden)
            lines.push({ title: nameOf(node), target: await linkOf(node.page) });
          else if (isListed(node)) lines.push({ title: nameOf(node), target: { page: node.id } });
        return lines;
      };
      const pageOf = async ({ node, depth }: Leaf): Promise<BookPage> => {
        const { page, id } = node;
        const document = await evaluation.documentJson(snapshot, page, {
          evaluated: 'true',
          dereferenced: 'reusable-contents',
        });
        const parsed = JSON.parse(document) as Document;
        const targets: Record<string, BookTarget> = {};
        for (const { ref, kind } of linksOf(parsed)) {
          const target = (await targetOf(ref)) ?? remember(ref, kind === 'image' || kind === 'content-ref');
          if (target) targets[stableRefs.print(ref)] = target;
        }
        const isBlank = page.type === 'group' || page.body === undefined || parsed.nodes.length === 0;
        const list = await linesFor(
          wish.only ? [] : node.children,
          (child) => isBlank && inBook.has(child.id),
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
      const pages = async function* () {
        for (const leaf of printed) yield await pageOf(leaf);
      };
      return {
        title: wish.only ? (printed[0]?.node.page.title ?? wish.title) : wish.title,
        language: wish.language,
        date: new Date(wish.date),
        ...(!wish.only && {
          cover: {
            organization: wish.organization,
            note: wish.note,
            ...(wish.emoji && { emoji: wish.emoji }),
            ...(wish.logo && { logo: `url ${wish.logo}` }),
            links: wish.page === undefined ? await linesFor(tree, () => false) : [],
          },
        }),
        pages: pages(),
        picture: picturesFor(organization_id),
      };
    },
  };
};

/** Puts together what books are made of. */
export type BooksService = ReturnType<typeof createBooksService>;
