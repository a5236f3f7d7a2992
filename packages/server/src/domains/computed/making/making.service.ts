import { ApiError, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { OutlinedPage } from '../../../kernel/openapi/specifications.ts';
import type {
  DocumentSource,
  IntegrationSource,
  PageSource,
  SpecificationDocumentSource,
} from '../../content/index.ts';
import type { FoundSource, Located, SourceContent, SourcesService } from '../../integrations/index.ts';
import { allOf, type MadePage } from '../computed.policy.ts';
import type { SpaceKey } from '../computed.store.ts';

interface Dependencies {
  readonly specificationPages: (
    organizationId: string,
    source: PageSource | DocumentSource,
  ) => Promise<readonly OutlinedPage[]>;
  readonly sources: SourcesService;
}

/** A page whose body can be had. */
export interface WritablePage extends MadePage {
  readonly body?: (located: Located) => Promise<string>;
  readonly children: readonly WritablePage[];
}

/** What something is made into. */
export interface Made {
  readonly pages: readonly WritablePage[];
  readonly files: SourceContent['files'];
}

const MOST_PAGES = 2000;
const MOST_LEVELS = 3;
const LONGEST_MS = 60_000;

/** When what is begun now must be made. */
export const deadline = (): number => performance.now() + LONGEST_MS;

/** Refuses to go on when it is too late. */
export const refuseLate = (until: number): void => {
  if (performance.now() > until) throw new ApiError(504, 'It takes too long to compute these pages');
};

/** Whether an integration is asked for something, rather than that it is built in. */
export const isOfIntegration = (source: PageSource | DocumentSource): source is IntegrationSource =>
  source.type !== 'builtin:openapi';

type BuiltIn = Exclude<PageSource, IntegrationSource>;

const docOf = (key: string): SpecificationDocumentSource['props']['doc'] =>
  key === 'info' ? 'info' : /^models( \d+)?$/.test(key) ? 'models' : 'operations';

/** Pages of a specification, each with what it is computed from. */
const fromOutline = (source: BuiltIn, page: OutlinedPage): WritablePage => {
  const { key, markdown, children, ...said } = page;
  return {
    ...said,
    key,
    ...(markdown !== '' && {
      document: { ...source, props: { ...source.props, doc: docOf(key), page: key } },
      body: async () => markdown,
    }),
    children: children.map((child) => fromOutline(source, child)),
  };
};

/** Makes pages of what they are computed from: of specifications, and of what integrations have. */
export const createMakingService = ({ specificationPages, sources }: Dependencies) => {
  const refuseMore = (pages: readonly WritablePage[]): readonly WritablePage[] => {
    if (allOf(pages).length <= MOST_PAGES) return pages;
    throw new ApiError(502, `This is computed into more than ${MOST_PAGES} pages`);
  };

  const fromSpecification = async ({ organization_id }: SpaceKey, source: BuiltIn): Promise<WritablePage[]> =>
    (await specificationPages(organization_id, source)).map((page) => fromOutline(source, page));

  /** The pages of a source, with those in place that further computed ones stand for. */
  const fromFound = async (found: FoundSource, until = deadline(), level = 1, prefix = ''): Promise<Made> => {
    refuseLate(until);
    const { pages, files } = await sources.contentOf(found);
    const named = async (page: SourceContent['pages'][number]): Promise<WritablePage[]> => {
      const { kind, computed, document, children, ...said } = page;
      const key = `${prefix}${page.key}`;
      if (kind === 'computed') return inPlaceOf(key, computed!);
      const below: WritablePage[] = [];
      for (const child of children) below.push(...(await named(child)));
      return [
        {
          ...said,
          key,
          kind,
          ...(document && {
            document,
            body: async (located: Located) => sources.bodyOf(await sources.besides(found, document), located),
          }),
          children: refuseMore(below),
        },
      ];
    };
    const inPlaceOf = async (key: string, source: PageSource): Promise<WritablePage[]> => {
      if (level >= MOST_LEVELS)
        throw new ApiError(502, `What is computed is computed again more than ${MOST_LEVELS} times`);
      const made = isOfIntegration(source)
        ? (await fromFound(await sources.besides(found, source), until, level + 1, `${key}/`)).pages
        : (await fromSpecification(found.space, source)).map((page) => keyed(`${key}/`, page));
      return [...made];
    };
    const made: WritablePage[] = [];
    for (const page of pages) {
      made.push(...(await named(page)));
      refuseMore(made);
    }
    return { pages: made, files };
  };

  return {
    fromFound,

    /** The pages of something. */
    pagesOf: async (space: SpaceKey, source: PageSource): Promise<Made> =>
      isOfIntegration(source)
        ? fromFound(await sources.find(space, source))
        : { pages: await fromSpecification(space, source), files: [] },

    /** The body of one page, as Markdown. */
    bodyOf: async (space: SpaceKey, source: DocumentSource, located: Located): Promise<string> => {
      if (isOfIntegration(source)) return sources.bodyOf(await sources.find(space, source), located);
      const { doc, page = doc } = source.props;
      if (docOf(page) !== doc)
        throw invalid({ path: 'body.source.props.page', message: `must be a page of ${doc}` });
      const whole = {
        ...source,
        props: { ...source.props, models: source.props.models ?? doc === 'models' },
      };
      const find = (pages: readonly OutlinedPage[]): OutlinedPage | undefined =>
        pages.find(({ key }) => key === page) ??
        pages.map(({ children }) => find(children)).find((found) => found !== undefined);
      const found = find(await specificationPages(space.organization_id, whole));
      if (!found) throw notFound('page of the specification');
      return found.markdown;
    },
  };
};

const keyed = (prefix: string, page: WritablePage): WritablePage => ({
  ...page,
  key: `${prefix}${page.key}`,
  children: page.children.map((child) => keyed(prefix, child)),
});

/** Makes pages of what they are computed from. */
export type MakingService = ReturnType<typeof createMakingService>;
