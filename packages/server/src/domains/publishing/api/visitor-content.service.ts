import { type Document, findByPath, type PageNode } from '@lectern/document';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import type {
  ContentService,
  EvaluationOptions,
  EvaluationService,
  FoundPage,
  ReferencesService,
  RevisionSnapshot,
} from '../../content/index.ts';
import type { RevisionRow, RevisionsService } from '../../revisions/index.ts';
import type {
  Audience,
  RedirectRow,
  RedirectsService,
  SiteSearch,
  SiteSearchService,
  SiteView,
  VisitorViewService,
} from '../../sites/index.ts';
import { SITE_TOKEN_PURPOSE, verifySiteToken } from '../../sites/index.ts';
import type { SpaceSubject } from '../../spaces/index.ts';
import type { PreviousPathsService } from '../redirects/previous-paths.service.ts';
import type { PublishedSearchService } from '../search/published-search.service.ts';
import type { PageIndex, VisiblePage } from '../site/page-index.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import type { AdmissionService } from '../visitor-access/admission.service.ts';

// Clients cache revision ids for as long as a token is valid, and go on reading these revisions.
const READABLE_REVISION_MS = 48 * 60 * 60 * 1000;
const MAX_VIEWS = 200;
const VIEW_TTL_MS = 60_000;

/** A visitor who reads a site through the API, with a site token. */
export interface Visitor {
  readonly visit: Visit;
  /** Whether the token is for a preview, which may read unmerged content. */
  readonly isPreview: boolean;
}

/** A revision of a space, with the pages that are visible to the visitor. */
export interface VisitorRevision extends RevisionSnapshot {
  readonly audience: string;
  readonly pages: PageIndex;
  readonly claims: Visit['claims'];
}

interface Dependencies extends Pick<Kernel, 'signing' | 'clock' | 'links'> {
  readonly admission: Pick<AdmissionService, 'resume'>;
  readonly sitePages: Pick<SitePagesService, 'index'>;
  readonly publishedSearch: Pick<PublishedSearchService, 'visiblePart'>;
  readonly content: ContentService;
  readonly evaluation: Pick<EvaluationService, 'evaluateForVisitor' | 'markdownForVisitor'>;
  readonly revisions: Pick<RevisionsService, 'wasHeadSince'>;
  readonly visitorViews: VisitorViewService;
  readonly redirects: Pick<RedirectsService, 'find'>;
  readonly previousPaths: Pick<PreviousPathsService, 'findCurrent'>;
  readonly siteSearch: SiteSearchService;
  readonly references: Pick<ReferencesService, 'findSpacesUsingSpecification'>;
}

const toNode = ({ id, record, path, children }: VisiblePage): PageNode => ({
  id,
  page: record,
  path,
  children: children.map(toNode),
});

/** Makes the service that reads the visible content of a site for the audience of a site token. */
export const createVisitorContentService = ({
  signing,
  clock,
  links,
  admission,
  sitePages,
  publishedSearch,
  previousPaths,
  content,
  evaluation,
  revisions,
  visitorViews,
  redirects,
  siteSearch,
  references,
}: Dependencies) => {
  // By version; not for ever, because a version can recur.
  const views = createPromiseCache<SiteView>({ max: MAX_VIEWS, ttl: VIEW_TTL_MS });

  /** The site as the visitor sees it. */
  const siteView = ({ visit: { site, version, structure } }: Visitor): Promise<SiteView> =>
    views.get(`${site.id} ${version}`, () =>
      visitorViews.view({
        organization: site.organization,
        site: site.id,
        sections: new Set(structure.sections.map(({ id }) => id)),
        siteSpaces: new Set(structure.variants.map(({ id }) => id)),
      }),
    );

  const variantOf = ({ visit }: Visitor, spaceId: string): Variant => {
    const variant = visit.structure.variants.find(({ space }) => space === spaceId);
    if (!variant) throw notFound('space');
    return variant;
  };

  const spaceIn = async (visitor: Visitor, spaceId: string): Promise<SpaceSubject> => {
    const { space } = variantOf(visitor, spaceId);
    const found = (await siteView(visitor)).spaces.get(space);
    if (!found) throw notFound('space');
    return found;
  };

  const isReadable = async ({ isPreview }: Visitor, space: SpaceSubject, revision: RevisionRow) => {
    if (revision.change_request_id !== null) return isPreview;
    const since = new Date(clock.now().getTime() - READABLE_REVISION_MS);
    return revision.id === space.revision_id || revisions.wasHeadSince(space, revision, since);
  };

  const visiblePage = ({ pages }: VisitorRevision, id: string): VisiblePage => {
    const page = pages.byId.get(id);
    if (!page) throw notFound('page');
    return page;
  };

  const isTargetVisible = async (visit: Visit, { site_space_id, page_id }: RedirectRow): Promise<boolean> => {
    if (page_id === null) return true;
    const variant = visit.structure.variants.find(({ id }) => id === site_space_id);
    return variant !== undefined && (await sitePages.index(visit, variant)).byId.has(page_id);
  };

  const toFoundPage = (page: VisiblePage): FoundPage => ({ node: toNode(page), record: page.record });

  return {
    /** The visitor with a site token; undefined if the token is invalid or was revoked. */
    find: async (token: string): Promise<Visitor | undefined> => {
      const audience: Audience | undefined = verifySiteToken(
        signing.keyFor(SITE_TOKEN_PURPOSE),
        token,
        clock.now(),
      );
      const visit = audience && (await admission.resume(audience));
      return visit && { visit, isPreview: audience.admission.kind === 'preview' };
    },

    siteView,
    spaceIn,

    /** A revision of a space that is published, or was until recently. */
    at: async (visitor: Visitor, spaceId: string, revisionId: string): Promise<VisitorRevision> => {
      const space = await spaceIn(visitor, spaceId);
      const from = await content.at(space, revisionId);
      if (!(await isReadable(visitor, space, from.revision))) throw notFound('revision');
      const variant = { ...variantOf(visitor, spaceId), root: from.revision.root };
      const { claims } = visitor.visit;
      return {
        ...from,
        // Visitors must not learn of earlier revisions.
        revision: { ...from.revision, parents: [] },
        claims,
        audience: JSON.stringify(claims),
        pages: await sitePages.index(visitor.visit, variant),
      };
    },

    /** Throws unless a visible space refers to an OpenAPI specification. */
    assertSpecShown: async ({ visit }: Visitor, organizationId: string, slug: string): Promise<void> => {
      const { site, structure } = visit;
      const spaces = structure.variants.map(({ space }) => space);
      const isShown =
        organizationId === site.organization &&
        (await references.findSpacesUsingSpecification(site.organization, slug.toLowerCase(), spaces))
          .length > 0;
      if (!isShown) throw notFound('OpenAPI specification');
    },

    /** The content service, limited to pages that are visible to the visitor. */
    visibleContent: {
      ...content,
      tree: async (from: VisitorRevision) => from.pages.top.map(toNode),
      page: async (from: VisitorRevision, id: string) => toFoundPage(visiblePage(from, id)),
      pageByPath: async (from: VisitorRevision, path: string) => {
        const named = from.pages.byPath.get(path.toLowerCase()) ?? (await findByPath(from.view, path));
        if (!named) throw notFound('page');
        return toFoundPage(visiblePage(from, named.id));
      },
    } as ContentService,

    /** The document of a page or reusable content, as the visitor sees it. */
    document: (
      from: VisitorRevision,
      whose: Parameters<EvaluationService['evaluateForVisitor']>[1],
      options: EvaluationOptions,
    ): Promise<Document> => evaluation.evaluateForVisitor(from, whose, from.claims, options),

    /** The Markdown of a page or reusable content, as the visitor sees it. */
    markdown: (
      from: VisitorRevision,
      whose: Parameters<EvaluationService['markdownForVisitor']>[1],
      options: EvaluationOptions,
    ): Promise<string> => evaluation.markdownForVisitor(from, whose, from.claims, options),

    /** A redirect whose target is visible to the visitor. */
    redirect: async (visitor: Visitor, source: string, shareKey: string | undefined) => {
      const { visit } = visitor;
      const view = await siteView(visitor);
      const configured = await redirects.find(view, source, shareKey);
      if (configured && (await isTargetVisible(visit, configured.row))) return configured;
      const current = await previousPaths.findCurrent(visit, source.slice(1).toLowerCase().split('/'));
      if (!current) throw notFound('redirect');
      const { variant, rest } = current;
      const url = publishedUrl(links, view.site, [...variant.prefix, ...rest], shareKey);
      return {
        row: {
          id: variant.id,
          source,
          site_section_id: null,
          site_space_id: variant.id,
          page_id: null,
          url: null,
          capture_wildcard: false,
          permanent: false,
          created_at: view.site.created_at,
          updated_at: null,
        },
        target: rest.length === 0 ? url : url.replace(/\/$/, ''),
      };
    },

    /** Searches the visible content of the site. */
    search: async (visitor: Visitor, options: SiteSearch, page: PageRequest) => {
      const result = await siteSearch.searchSite(await siteView(visitor), options, page);
      const rows = [];
      for (const row of result.rows) {
        const variant = variantOf(visitor, row.space_id);
        const index = await sitePages.index(visitor.visit, variant);
        const pages = [];
        for (const found of row.pages) {
          const page = index.byId.get(found.page_id);
          const visible =
            page && (await publishedSearch.visiblePart(visitor.visit, variant, page, found, options.query));
          if (visible) pages.push(visible);
        }
        rows.push({ ...row, pages });
      }
      return { ...result, rows };
    },
  };
};

/** Content for visitors with a site token. */
export type VisitorContentService = ReturnType<typeof createVisitorContentService>;
