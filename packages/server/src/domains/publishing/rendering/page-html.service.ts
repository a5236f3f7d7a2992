import { type ContentRef, type Document, type FileRecord, keys, mapRefs } from '@lectern/document';
import {
  createHighlighter,
  type FileTarget,
  type Highlighter,
  mathOf,
  outlineOf,
  type PageModel,
  type RenderContext,
  renderDocument,
  renderPage,
  syntaxesOf,
  type Token,
  updatesOf,
} from '@lectern/site';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type EvaluationService, filePath, type Snapshot, toMetaLinks } from '../../content/index.ts';
import {
  ancestorsOf,
  editAddress,
  neighboursOf,
  type PageIndex,
  type ShownPage,
} from '../site/page-index.ts';
import type { Variant } from '../site/structure.ts';
import type { BlocksService, MetBlocks } from './integration-blocks.service.ts';
import type { FramesService } from './layout.service.ts';
import {
  hrefsFrom,
  hrefTo,
  isIndexed,
  markdownTo,
  OWN,
  ownPath,
  RESERVED,
  spacesIn,
  urlTo,
  type Visit,
} from './layout.ts';
import type { NeedsService } from './page-data.service.ts';
import type { Asset, LooksService } from './theme.service.ts';

// What colouring may take on one page; code after that stays plain.
const COLOURING_MS = 3_000;

interface Dependencies extends Pick<Kernel, 'links' | 'signing' | 'clock'> {
  readonly evaluation: Pick<EvaluationService, 'evaluateForVisitor'>;
  readonly frames: FramesService;
  readonly needs: NeedsService;
  readonly blocks: BlocksService;
  readonly looks: LooksService;
}

/** A page as a visitor reads it, with all that its references need. */
export interface ReadPage {
  readonly document: Document;
  readonly context: RenderContext;
}

/** A page with what it shows of things that are not in it, and until when that may be shown. */
export interface WholePage extends ReadPage {
  readonly until: number;
}

/** Pages of sites as HTML. */
export const createPagesService = (deps: Dependencies) => {
  const { evaluation, frames, needs, blocks, looks, links, signing, clock } = deps;
  let highlighter: Promise<Highlighter> | undefined;

  const filesIn = async (snapshot: Snapshot, refs: readonly ContentRef[]) => {
    const ids = new Set(refs.flatMap((ref) => (ref.kind === 'file' ? [ref.file] : [])));
    const found = await snapshot.view.getMany([...ids].map(keys.file));
    return (ref: ContentRef): FileTarget | undefined => {
      if (ref.kind !== 'file' || (ref.space !== undefined && ref.space !== snapshot.space.id))
        return undefined;
      const file = found.get(keys.file(ref.file)) as FileRecord | undefined;
      return (
        file && {
          href: links.fileUrl(filePath({ signing, clock }, snapshot.space.id, file)),
          name: file.name,
          size: file.size,
          contentType: file.contentType,
          ...file.dimensions,
        }
      );
    };
  };

  /** The page's document, and what it refers to. */
  const read = async (visit: Visit, variant: Variant, { record }: ShownPage): Promise<ReadPage> => {
    const snapshot = frames.snapshotOf(visit, variant);
    const document = await evaluation.evaluateForVisitor(snapshot, record, visit.claims);
    const cover = [record.cover?.ref, record.cover?.refDark].filter(Boolean) as ContentRef[];
    const refs: ContentRef[] = [...cover];
    mapRefs(document, (ref) => {
      refs.push(ref);
      return ref;
    });
    const [known, fileOf] = await Promise.all([
      frames.pagesOfSpaces(visit, variant, spacesIn(refs)),
      filesIn(snapshot, refs),
    ]);
    return {
      document,
      context: {
        language: variant.language ?? 'en',
        hrefOf: hrefsFrom(visit, variant, known),
        fileOf,
        math: mathOf,
      },
    };
  };

  /** The page's document, what it refers to, and what it shows of others. */
  const readWhole = async (visit: Visit, variant: Variant, page: ShownPage): Promise<WholePage> => {
    const { document, context } = await read(visit, variant, page);
    const met = await needs.meet(frames.snapshotOf(visit, variant), document);
    return { document, context: { ...context, ...met.context }, until: met.until };
  };

  // Code is coloured piece by piece, so that others are answered meanwhile: a first rendering only says which code there is.
  const coloured = async ({ document, context }: ReadPage): Promise<RenderContext> => {
    const syntaxes = syntaxesOf(document);
    if (syntaxes.length === 0) return context;
    highlighter ??= createHighlighter();
    const colours = await highlighter;
    await colours.load(syntaxes);
    const wanted = new Map<string, readonly [code: string, syntax: string]>();
    const keyOf = (code: string, syntax: string) => `${syntax}\n${code}`;
    renderDocument(document, {
      ...context,
      highlight: (code, syntax) => {
        wanted.set(keyOf(code, syntax), [code, syntax]);
        return undefined;
      },
    });
    const pieces = new Map<string, readonly (readonly Token[])[] | undefined>();
    const deadline = performance.now() + COLOURING_MS;
    for (const [key, [code, syntax]] of wanted) {
      if (performance.now() > deadline) break;
      pieces.set(key, colours.highlight(code, syntax));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { ...context, highlight: (code, syntax) => pieces.get(keyOf(code, syntax)) };
  };

  const coverOf = ({ record: { cover } }: ShownPage, { context }: ReadPage): PageModel['cover'] => {
    const sourceOf = (ref: unknown) => {
      const known = ref as ContentRef | undefined;
      return known?.kind === 'url' ? known.url : known && context.fileOf(known)?.href;
    };
    const src = sourceOf(cover?.ref);
    const srcDark = sourceOf(cover?.refDark);
    if (src === undefined) return undefined;
    return {
      src,
      ...(srcDark !== undefined && { srcDark }),
      ...(typeof cover?.height === 'number' && { height: cover.height }),
    };
  };

  const canonicalOf = ({ record }: ShownPage, visit: Visit, { context }: ReadPage): string | undefined => {
    const { canonical } = toMetaLinks(record);
    const href = canonical && context.hrefOf(canonical)?.href;
    return href && (URL.canParse(href, visit.url) ? new URL(href, visit.url).href : undefined);
  };

  /** The same page in the languages of its section, its own included; none where there is only one. */
  const alternatesOf = async (visit: Visit, variant: Variant, page: ShownPage) => {
    const languageOf = (one: Variant) => one.language ?? 'en';
    const isFirst = page === (await frames.pagesOf(visit, variant)).first;
    const beside = visit.structure.variants.filter(
      (one) =>
        one === variant || (one.within?.id === variant.within?.id && languageOf(one) !== languageOf(variant)),
    );
    const found = new Map<string, string>();
    for (const one of beside) {
      const pages = await frames.pagesOf(visit, one);
      const same = isFirst ? pages.first : pages.byPath.get((page.path ?? '').toLowerCase());
      if (same && !found.has(languageOf(one))) found.set(languageOf(one), urlTo(visit, one, pages, same));
    }
    return found.size > 1 ? [...found].map(([language, href]) => ({ language, href })) : undefined;
  };

  const childrenOf = (
    visit: Visit,
    variant: Variant,
    pages: PageIndex,
    page: ShownPage,
    body: string,
  ): PageModel['children'] =>
    body !== ''
      ? undefined
      : page.children
          .filter((child) => !child.isHidden && child.path !== undefined)
          .map((child) => ({
            id: child.id,
            type: child.record.type as 'document',
            title: child.record.title,
            href: hrefTo(visit, variant, pages, child),
            ...(child.record.icon && { icon: child.record.icon }),
            ...(child.record.emoji && { emoji: child.record.emoji }),
            children: [],
          }));

  /** What a page with blocks of integrations loads besides. */
  const assetsFor = async (visit: Visit, variant: Variant, { frames: framed }: MetBlocks) => {
    const { theme, script } = looks.assetsFor(await looks.of(visit, variant)).blocks;
    const address = ({ name }: Asset) => ownPath(visit, RESERVED, 'assets', name);
    return { theme: address(theme), ...(framed.length > 0 && { script: address(script) }) };
  };

  return {
    read,
    readWhole,

    /** A page as HTML, and until when it may be shown. */
    html: async (
      visit: Visit,
      variant: Variant,
      page: ShownPage,
      isThanked = false,
    ): Promise<{ readonly content: string; readonly until: number; readonly frames: readonly string[] }> => {
      const pages = await frames.pagesOf(visit, variant);
      const { document, ...read } = await readWhole(visit, variant, page);
      const met = await blocks.meet(visit, variant, document);
      const found = { document, context: { ...read.context, ...met.context } };
      const [frame, context] = await Promise.all([frames.frameOf(visit, variant, page), coloured(found)]);
      const { record } = page;
      const href = (one: ShownPage) => hrefTo(visit, variant, pages, one);
      const link = (one: ShownPage | undefined) => one && { title: one.record.title, href: href(one) };
      const { previous, next } = neighboursOf(pages, page);
      const body = renderDocument(found.document, {
        ...context,
        language: frame.locale,
        externalLinks: frame.customization.externalLinks.target,
      });
      const own = href(page);
      const edit = editAddress(variant.repository, record.git?.path);
      const canonical = canonicalOf(page, visit, found);
      const cover = coverOf(page, found);
      const children = childrenOf(visit, variant, pages, page, body);
      const alternates = await alternatesOf(visit, variant, page);
      const content = renderPage(frame, {
        id: page.id,
        title: record.title,
        ...(record.description && { description: record.description }),
        ...(record.icon && { icon: record.icon }),
        ...(record.emoji && { emoji: record.emoji }),
        ...(record.layout && { layout: record.layout }),
        ...(cover && { cover }),
        body,
        outline: outlineOf(found.document, context),
        breadcrumbs: ancestorsOf(page).map((one) => ({
          title: one.record.title,
          ...(one.record.type === 'document' && { href: href(one) }),
        })),
        ...(previous && { previous: link(previous)! }),
        ...(next && { next: link(next)! }),
        ...(children && { children }),
        updatedAt: record.updatedAt ?? record.createdAt,
        actions: {
          mcp: ownPath(visit, OWN, 'mcp'),
          ...(edit !== undefined && frame.customization.git.showEditLink && { edit }),
        },
        // A member who looks at what is not there yet has nothing to say to it here.
        ...(visit.member === undefined && {
          feedback: { action: ownPath(visit, OWN, 'feedback', variant.id, page.id), isThanked },
          view: ownPath(visit, OWN, 'view', variant.id, page.id),
        }),
        ...(met.hasBlocks && { blocks: await assetsFor(visit, variant, met) }),
        metadata: {
          url: urlTo(visit, variant, pages, page),
          ...(canonical && { canonical }),
          ...(alternates && { alternates }),
          isIndexed: isIndexed(visit) && !page.isUnindexed,
          titles: [
            ...(variant.within && !variant.within.isDefault ? [variant.within.title] : []),
            ...(variant.isDefault ? [] : [variant.title]),
          ],
          markdown: markdownTo(visit, variant, page),
          ...(updatesOf(found.document).length > 0 && { rss: `${own.replace(/\/$/, '')}/rss.xml` }),
        },
      });
      return { content, until: Math.min(read.until, met.until), frames: met.frames };
    },
  };
};

/** Pages of sites as HTML. */
export type PagesService = ReturnType<typeof createPagesService>;
