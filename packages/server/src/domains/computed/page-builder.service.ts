import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import { ApiError, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { GeneratedPage } from '../../kernel/openapi/specifications.ts';
import type {
  DocumentSource,
  IntegrationSource,
  PageSource,
  SpecificationDocumentSource,
} from '../content/index.ts';
import type {
  ContentSource,
  ContentSourcesService,
  RelocateRef,
  SourceContent,
} from '../integrations/index.ts';
import { type BuiltPage, flattenPages } from './built-pages.ts';
import type { SpaceKey } from './computed.store.ts';

interface Dependencies {
  readonly specificationPages: (
    organizationId: string,
    source: PageSource | DocumentSource,
  ) => Promise<readonly GeneratedPage[]>;
  readonly contentSources: ContentSourcesService;
}

/** A built page that can load its body. */
export interface BuiltPageWithBody extends BuiltPage {
  readonly body?: (relocate: RelocateRef) => Promise<string>;
  readonly children: readonly BuiltPageWithBody[];
}

/** The pages and files built from a source. */
export interface BuiltContent {
  readonly pages: readonly BuiltPageWithBody[];
  readonly files: SourceContent['files'];
}

const MAX_PAGES = 2000;
const MAX_NESTING = 3;
const MAX_BUILD_MS = 60_000;

/** The deadline of a build that starts now. */
export const deadline = (): number => performance.now() + MAX_BUILD_MS;

/** Throws if the deadline of a build has passed. */
export const checkDeadline = (until: number): void => {
  if (performance.now() > until) throw new ApiError(504, 'Computing these pages timed out');
};

/** Whether a source belongs to an integration rather than being built in. */
export const isIntegrationSource = (source: PageSource | DocumentSource): source is IntegrationSource =>
  source.type !== 'builtin:openapi';

type BuiltInSource = Exclude<PageSource, IntegrationSource>;

const documentKindOf = (key: string): SpecificationDocumentSource['props']['doc'] =>
  key === 'info' ? 'info' : /^models( \d+)?$/.test(key) ? 'models' : 'operations';

/** A page of a specification, with the source of its body. */
const fromGeneratedPage = (source: BuiltInSource, page: GeneratedPage): BuiltPageWithBody => {
  const { key, markdown, children, ...fields } = page;
  return {
    ...fields,
    key,
    ...(markdown !== '' && {
      document: { ...source, props: { ...source.props, doc: documentKindOf(key), page: key } },
      body: async () => markdown,
    }),
    children: children.map((child) => fromGeneratedPage(source, child)),
  };
};

/** Builds pages from specifications and from content sources of integrations. */
export const createPageBuilderService = ({ specificationPages, contentSources }: Dependencies) => {
  const checkPageCount = (pages: readonly BuiltPageWithBody[]): readonly BuiltPageWithBody[] => {
    if (flattenPages(pages).length <= MAX_PAGES) return pages;
    throw new ApiError(502, `The source has more than ${MAX_PAGES} pages`);
  };

  const fromSpecification = async (
    { organization_id }: SpaceKey,
    source: BuiltInSource,
  ): Promise<BuiltPageWithBody[]> =>
    (await specificationPages(organization_id, source)).map((page) => fromGeneratedPage(source, page));

  /** The pages of a content source; nested computed pages are replaced by their own pages. */
  const buildFromSource = async (
    source: ContentSource,
    until = deadline(),
    level = 1,
    prefix = '',
  ): Promise<BuiltContent> => {
    checkDeadline(until);
    const { pages, files } = await contentSources.contentOf(source);
    const buildPage = async (page: SourceContent['pages'][number]): Promise<BuiltPageWithBody[]> => {
      const { kind, computed, document, children: childPages, ...fields } = page;
      const key = `${prefix}${page.key}`;
      if (kind === 'computed') return buildNested(key, computed!);
      const children: BuiltPageWithBody[] = [];
      for (const child of childPages) children.push(...(await buildPage(child)));
      return [
        {
          ...fields,
          key,
          kind,
          ...(document && {
            document,
            body: async (relocate: RelocateRef) =>
              contentSources.bodyOf(await contentSources.findRelated(source, document), relocate),
          }),
          children: checkPageCount(children),
        },
      ];
    };
    const buildNested = async (key: string, nested: PageSource): Promise<BuiltPageWithBody[]> => {
      if (level >= MAX_NESTING)
        throw new ApiError(502, `Computed pages are nested more than ${MAX_NESTING} levels deep`);
      const built = isIntegrationSource(nested)
        ? (
            await buildFromSource(
              await contentSources.findRelated(source, nested),
              until,
              level + 1,
              `${key}/`,
            )
          ).pages
        : (await fromSpecification(source.space, nested)).map((page) => withKeyPrefix(`${key}/`, page));
      return [...built];
    };
    const built: BuiltPageWithBody[] = [];
    for (const page of pages) {
      built.push(...(await buildPage(page)));
      checkPageCount(built);
    }
    return { pages: built, files };
  };

  return {
    buildFromSource,

    /** Builds the pages of a source. */
    pagesOf: async (space: SpaceKey, source: PageSource, cause?: EventChain): Promise<BuiltContent> =>
      isIntegrationSource(source)
        ? buildFromSource(await contentSources.find(space, source, { cause }))
        : { pages: await fromSpecification(space, source), files: [] },

    /** The body of a page, as Markdown. */
    bodyOf: async (
      space: SpaceKey,
      source: DocumentSource,
      relocate: RelocateRef,
      cause?: EventChain,
    ): Promise<string> => {
      if (isIntegrationSource(source))
        return contentSources.bodyOf(await contentSources.find(space, source, { cause }), relocate);
      const { doc, page = doc } = source.props;
      if (documentKindOf(page) !== doc)
        throw invalid({
          path: 'body.source.props.page',
          message: `must be a page that \`doc: ${doc}\` generates`,
        });
      const whole = {
        ...source,
        props: { ...source.props, models: source.props.models ?? doc === 'models' },
      };
      const find = (pages: readonly GeneratedPage[]): GeneratedPage | undefined =>
        pages.find(({ key }) => key === page) ??
        pages.map(({ children }) => find(children)).find((found) => found !== undefined);
      const found = find(await specificationPages(space.organization_id, whole));
      if (!found) throw notFound('page of the specification');
      return found.markdown;
    },
  };
};

const withKeyPrefix = (prefix: string, page: BuiltPageWithBody): BuiltPageWithBody => ({
  ...page,
  key: `${prefix}${page.key}`,
  children: page.children.map((child) => withKeyPrefix(prefix, child)),
});

/** Service that builds pages. */
export type PageBuilderService = ReturnType<typeof createPageBuilderService>;
