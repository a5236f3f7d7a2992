import { type Document, findByPath, type PageNode } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
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
import type { FormerService } from '../redirects/previous-addresses.service.ts';
import type { FramesService } from '../rendering/layout.service.ts';
import type { Visit } from '../rendering/layout.ts';
import type { FindingService } from '../search/site-search.service.ts';
import type { PageIndex, ShownPage } from '../site/page-index.ts';
import type { Variant } from '../site/structure.ts';
import type { VisitsService } from '../visitor-access/admission.service.ts';

// Clients keep under a token what they were told with it: for as long as the oldest token is good, a space may be read
// as it was when they were told.
const LINGERING_MS = 48 * 60 * 60 * 1000;
const KEPT_VIEWS = 200;
const KEPT_MS = 60_000;

/** Somebody who reads a site by the API. */
export interface Visitor {
  readonly visit: Visit;
  /** Members look at what is not shown yet, too. */
  readonly isPreview: boolean;
}

/** A space at one of its revisions, with the pages that the visitor may see. */
export interface VisitorReading extends RevisionSnapshot {
  readonly audience: string;
  readonly pages: PageIndex;
  readonly claims: Visit['claims'];
}

interface Dependencies extends Pick<Kernel, 'signing' | 'clock' | 'links'> {
  readonly visits: Pick<VisitsService, 'resume'>;
  readonly frames: Pick<FramesService, 'pagesOf'>;
  readonly finding: Pick<FindingService, 'readable'>;
  readonly content: ContentService;
  readonly evaluation: Pick<EvaluationService, 'evaluateForVisitor'>;
  readonly revisions: Pick<RevisionsService, 'wasHeadSince'>;
  readonly visitorViews: VisitorViewService;
  readonly redirects: Pick<RedirectsService, 'find'>;
  readonly former: Pick<FormerService, 'nowAt'>;
  readonly siteSearch: SiteSearchService;
  readonly references: Pick<ReferencesService, 'findSpacesUsingSpecification'>;
}

const toNode = ({ id, record, path, children }: ShownPage): PageNode => ({
  id,
  page: record,
  path,
  children: children.map(toNode),
});

/** Reading what a site shows with the token of its audience: everything else is not there. */
export const createReadingService = ({
  signing,
  clock,
  links,
  visits,
  frames,
  finding,
  former,
  content,
  evaluation,
  revisions,
  visitorViews,
  redirects,
  siteSearch,
  references,
}: Dependencies) => {
  // Whatever changes what is in it changes the version; for a while only, because a version can come back.
  const views = new LRUCache<string, Promise<SiteView>>({ max: KEPT_VIEWS, ttl: KEPT_MS });

  /** The site as the visitor meets it. */
  const siteView = ({ visit }: Visitor): Promise<SiteView> => {
    const key = `${visit.site.id} ${visit.version}`;
    const known = views.get(key);
    if (known) return known;
    const { structure } = visit;
    const made = visitorViews.view({
      organization: visit.site.organization,
      site: visit.site.id,
      sections: new Set(structure.sections.map(({ id }) => id)),
      siteSpaces: new Set(structure.variants.map(({ id }) => id)),
    });
    views.set(key, made);
    made.catch(() => views.delete(key));
    return made;
  };

  const variantIn = ({ visit }: Visitor, spaceId: string): Variant => {
    const variant = visit.structure.variants.find(({ space }) => space === spaceId);
    if (!variant) throw notFound('space');
    return variant;
  };

  const spaceIn = async (visitor: Visitor, spaceId: string): Promise<SpaceSubject> => {
    const { space } = variantIn(visitor, spaceId);
    const found = (await siteView(visitor)).spaces.get(space);
    if (!found) throw notFound('space');
    return found;
  };

  const isReadable = async ({ isPreview }: Visitor, space: SpaceSubject, revision: RevisionRow) => {
    if (revision.change_request_id !== null) return isPreview;
    const since = new Date(clock.now().getTime() - LINGERING_MS);
    return revision.id === space.revision_id || revisions.wasHeadSince(space, revision, since);
  };

  const shownPage = ({ pages }: VisitorReading, id: string): ShownPage => {
    const page = pages.byId.get(id);
    if (!page) throw notFound('page');
    return page;
  };

  const isShown = async (visit: Visit, { site_space_id, page_id }: RedirectRow): Promise<boolean> => {
    if (page_id === null) return true;
    const variant = visit.structure.variants.find(({ id }) => id === site_space_id);
    return variant !== undefined && (await frames.pagesOf(visit, variant)).byId.has(page_id);
  };

  const found = (page: ShownPage): FoundPage => ({ node: toNode(page), record: page.record });

  return {
    /** Who comes with a token; undefined when it lets nobody in, or not any more. */
    find: async (token: string): Promise<Visitor | undefined> => {
      const audience: Audience | undefined = verifySiteToken(
        signing.keyFor(SITE_TOKEN_PURPOSE),
        token,
        clock.now(),
      );
      const visit = audience && (await visits.resume(audience));
      return visit && { visit, isPreview: audience.admission.kind === 'preview' };
    },

    siteView,
    spaceIn,

    /** A space at a revision that is shown, or was until a while ago. */
    at: async (visitor: Visitor, spaceId: string, revisionId: string): Promise<VisitorReading> => {
      const space = await spaceIn(visitor, spaceId);
      const from = await content.at(space, revisionId);
      if (!(await isReadable(visitor, space, from.revision))) throw notFound('revision');
      const variant = { ...variantIn(visitor, spaceId), root: from.revision.root };
      const { claims } = visitor.visit;
      return {
        ...from,
        // What a space was like before somebody was shown it is not theirs to ask for.
        revision: { ...from.revision, parents: [] },
        claims,
        audience: JSON.stringify(claims),
        pages: await frames.pagesOf(visitor.visit, variant),
      };
    },

    /** Makes sure that a specification is one that what the visitor may see shows something of. */
    showsSpec: async ({ visit }: Visitor, organizationId: string, slug: string): Promise<void> => {
      const { site, structure } = visit;
      const spaces = structure.variants.map(({ space }) => space);
      const isShown =
        organizationId === site.organization &&
        (await references.findSpacesUsingSpecification(site.organization, slug.toLowerCase(), spaces))
          .length > 0;
      if (!isShown) throw notFound('OpenAPI specification');
    },

    /** Content that a visitor may see, for whoever presents it. */
    shown: {
      ...content,
      tree: async (from: VisitorReading) => from.pages.top.map(toNode),
      page: async (from: VisitorReading, id: string) => found(shownPage(from, id)),
      pageByPath: async (from: VisitorReading, path: string) => {
        const named = from.pages.byPath.get(path.toLowerCase()) ?? (await findByPath(from.view, path));
        if (!named) throw notFound('page');
        return found(shownPage(from, named.id));
      },
    } as ContentService,

    /** The body of a page, or of a reusable content, as the visitor may read it. */
    document: (
      from: VisitorReading,
      whose: Parameters<EvaluationService['evaluateForVisitor']>[1],
      wish: EvaluationOptions,
    ): Promise<Document> => evaluation.evaluateForVisitor(from, whose, from.claims, wish),

    /** A redirect that leads to something that the visitor may see. */
    redirect: async (visitor: Visitor, source: string, shareKey: string | undefined) => {
      const { visit } = visitor;
      const view = await siteView(visitor);
      const told = await redirects.find(view, source, shareKey);
      if (told && (await isShown(visit, told.row))) return told;
      const now = await former.nowAt(visit, source.slice(1).toLowerCase().split('/'));
      if (!now) throw notFound('redirect');
      const { variant, rest } = now;
      const url = publishedUrl(links, view.site, [...variant.prefix, ...rest], shareKey);
      return {
        row: { id: variant.id, source, site_section_id: null, site_space_id: variant.id, page_id: null },
        target: rest.length === 0 ? url : url.replace(/\/$/, ''),
      };
    },

    /** What is found in what the visitor may read. */
    search: async (visitor: Visitor, wish: SiteSearch, page: PageRequest) => {
      const result = await siteSearch.searchSite(await siteView(visitor), wish, page);
      const rows = [];
      for (const row of result.rows) {
        const variant = variantIn(visitor, row.space_id);
        const index = await frames.pagesOf(visitor.visit, variant);
        const pages = [];
        for (const one of row.pages) {
          const shown = index.byId.get(one.page_id);
          const readable = shown && (await finding.readable(visitor.visit, variant, shown, one, wish.query));
          if (readable) pages.push(readable);
        }
        rows.push({ ...row, pages });
      }
      return { ...result, rows };
    },
  };
};

/** Reading sites by the API. */
export type ReadingService = ReturnType<typeof createReadingService>;
