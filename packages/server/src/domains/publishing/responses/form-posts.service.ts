import { Value } from 'typebox/value';
import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import type { InsightsService } from '../../insights/index.ts';
import { PageOpinion } from '../api/feedback.contract.ts';
import type { FramesService } from '../rendering/layout.service.ts';
import { hrefTo, OWN, urlTo, type Visit } from '../rendering/layout.ts';
import type { LooksService } from '../rendering/theme.service.ts';
import type { ShownPage } from '../site/page-index.ts';
import { readPath } from '../site/paths.ts';
import type { Variant } from '../site/structure.ts';
import type { EnteringService } from '../visitor-access/browser-admission.service.ts';
import type { FeedbackService } from './feedback.service.ts';
import { isMcp, type McpService } from './mcp.service.ts';
import { NO_ADDRESS, NOTHING, plain, redirectTo, unknownVisitor } from './plain-responses.ts';

interface Dependencies {
  readonly insights: InsightsService;
  readonly entering: EnteringService;
  readonly frames: FramesService;
  readonly looks: LooksService;
  readonly feedback: FeedbackService;
  readonly mcp: McpService;
}

const TAKEN: PageResponse = { status: 204, headers: { 'cache-control': 'no-store' }, content: '' };
const ELSEWHERE = plain(403, 'This was sent from another site.\n');

// Fields of a form are there also when nothing was written into them.
const filledIn = (body: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== ''));

/** What readers send to a site: what they think of a page, and what their agents ask. */
export const createPostsService = ({ entering, frames, looks, feedback, mcp, insights }: Dependencies) => {
  /** The page that something is sent about; undefined when the visitor sees none of that name. */
  const pageOf = async (visit: Visit, [siteSpaceId, pageId]: readonly string[]) => {
    const variant = visit.structure.variants.find(({ id }) => id === siteSpaceId);
    const pages = variant && (await frames.pagesOf(visit, variant));
    const page = pages?.byId.get(pageId!);
    return variant && pages && page?.record.type === 'document' ? { variant, pages, page } : undefined;
  };

  /** Tells who asked for it of what a reader did on a page. */
  const tell = (
    { site }: Visit,
    { url, variant, page }: { url: string; variant: Variant; page: ShownPage },
    request: BrowserRequest,
    what: Pick<Parameters<InsightsService['seen']>[2], 'type' | 'referrer' | 'feedback'>,
  ) =>
    insights.seen({ organization_id: site.organization, id: site.id }, request, {
      ...what,
      siteSpaceId: variant.id,
      spaceId: variant.space,
      pageId: page.id,
      url,
    });

  const view = async (
    visit: Visit,
    of: readonly string[],
    request: BrowserRequest,
  ): Promise<PageResponse> => {
    const found = await pageOf(visit, of);
    if (!found) return NOTHING;
    if (request.headers['sec-fetch-site'] === 'cross-site') return ELSEWHERE;
    const { referrer } = filledIn(request.body);
    const url = urlTo(visit, found.variant, found.pages, found.page);
    await tell(visit, { ...found, url }, request, { type: 'site_view', referrer: String(referrer ?? '') });
    return TAKEN;
  };

  const opinion = async (
    visit: Visit,
    of: readonly string[],
    request: BrowserRequest,
  ): Promise<PageResponse> => {
    const { body, headers, address } = request;
    const found = await pageOf(visit, of);
    if (!found) return NOTHING;
    const { variant, pages, page } = found;
    if (!(await looks.of(visit, variant)).feedback.enabled) return NOTHING;
    if (headers['sec-fetch-site'] === 'cross-site') return ELSEWHERE;
    const said = filledIn(body);
    const [problem] = Value.Errors(PageOpinion, said);
    if (problem || !Value.Check(PageOpinion, said))
      throw invalid({
        path: `body${problem?.instancePath.replaceAll('/', '.') || '.rating'}`,
        message: problem?.message ?? 'is not right',
      });
    const url = urlTo(visit, variant, pages, page);
    await feedback.give(visit, address, {
      source: 'page',
      rating: said.rating,
      comment: said.comment ?? null,
      site_space_id: variant.id,
      space_id: variant.space,
      page_id: page.id,
      page_url: url,
    });
    const { rating, comment } = said;
    await tell(visit, { ...found, url }, request, {
      type: 'page_feedback',
      referrer: '',
      feedback: { rating, ...(comment !== undefined && { comment }) },
    });
    return headers.accept?.includes('application/json')
      ? TAKEN
      : redirectTo(`${hrefTo(visit, variant, pages, page)}?feedback=thanks`, {}, 303);
  };

  const taking = new Map([
    ['feedback', opinion],
    ['view', view],
  ]);

  return {
    /** The answer to who sends something to a site. */
    answer: async (host: SiteHostName, request: BrowserRequest): Promise<PageResponse> => {
      const asked = readPath(request.url);
      if (!asked) return NO_ADDRESS;
      const entrance = await entering.enter(host, asked, request.headers);
      if (!entrance) return NOTHING;
      if (entrance.kind === 'answer') return entrance.answer;
      if (entrance.kind === 'door') return unknownVisitor(entrance.isRefused);
      const { visit, rest } = entrance;
      if (isMcp(rest)) return mcp.answer(visit, request);
      const [own, what, ...of] = rest;
      const take = taking.get(what ?? '');
      return take && own === OWN && of.length === 2 && visit.member === undefined
        ? take(visit, of, request)
        : NOTHING;
    },
  };
};

/** What readers send. */
export type PostsService = ReturnType<typeof createPostsService>;
