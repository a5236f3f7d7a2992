import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { clientNetwork } from '../../../kernel/client-network.ts';
import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import { createRateLimit } from '../../../kernel/rate-limit.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import type { InsightsService, SiteVisit } from '../../insights/index.ts';
import type { PageHtmlService } from '../rendering/page-html.service.ts';
import type { ThemeService } from '../rendering/theme.service.ts';
import type { VisiblePage } from '../site/page-index.ts';
import { GITBOOK_PREFIX, pageHref, pageUrl } from '../site/page-urls.ts';
import { parsePath } from '../site/paths.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import type { BrowserAdmissionService } from '../visitor-access/browser-admission.service.ts';
import { BlockActionRequest } from './block-action.ts';
import type { FeedbackService } from './feedback.service.ts';
import { isMcp, type McpService } from './mcp.service.ts';
import { PageEvent, toVisit } from './page-event.ts';
import { PageFeedback } from './page-feedback.ts';
import {
  admissionResponse,
  INVALID_URL,
  NOT_FOUND,
  redirectResponse,
  textResponse,
  unauthorizedResponse,
} from './plain-responses.ts';
import type { VisitorOAuthService } from './visitor-oauth.service.ts';

interface Dependencies {
  readonly insights: InsightsService;
  readonly browserAdmission: BrowserAdmissionService;
  readonly sitePages: SitePagesService;
  readonly theme: ThemeService;
  readonly pageHtml: Pick<PageHtmlService, 'act'>;
  readonly feedback: FeedbackService;
  readonly mcp: McpService;
  readonly visitorOAuth: VisitorOAuthService;
}

const NO_CONTENT: PageResponse = { status: 204, headers: { 'cache-control': 'no-store' }, content: '' };
// A part of a page, which is never shown as one of its own.
const FRAGMENT = 'text/plain; charset=utf-8';
// Per IP address, which many readers may share.
const MAX_ACTIONS_PER_MINUTE = 120;
const CROSS_SITE = textResponse(403, 'Cross-site requests are not allowed.\n');

/** The fields of a form that are filled in. */
const filledFields = (body: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== ''));

const isCrossSite = ({ headers }: BrowserRequest): boolean => headers['sec-fetch-site'] === 'cross-site';

const parse = <Schema extends TSchema>(
  schema: Schema,
  fields: unknown,
  firstField: string,
): Static<Schema> => {
  const [problem] = Value.Errors(schema, fields);
  if (problem || !Value.Check(schema, fields))
    throw invalid({
      path: `body${problem?.instancePath.replaceAll('/', '.') || `.${firstField}`}`,
      message: problem?.message ?? 'is not valid',
    });
  return fields;
};

/** Makes the service that handles POST requests to sites: feedback, page views, actions of integration blocks, and requests of MCP clients. */
export const createFormPostsService = (deps: Dependencies) => {
  const { browserAdmission, sitePages, theme, feedback, mcp, visitorOAuth, insights, pageHtml } = deps;
  const actionLimit = createRateLimit(MAX_ACTIONS_PER_MINUTE);

  /** The page that a form is about; undefined if it is not visible to the visitor. */
  const findPage = async (visit: Visit, [siteSpaceId, pageId]: readonly string[]) => {
    const variant = visit.structure.variants.find(({ id }) => id === siteSpaceId);
    const index = variant && (await sitePages.index(visit, variant));
    const page = index?.byId.get(pageId!);
    return variant && index && page?.record.type === 'document'
      ? { variant, index, page, url: pageUrl(visit, variant, index, page) }
      : undefined;
  };

  const recordVisit = (
    visit: Visit,
    { url, variant, page }: { url: string; variant: Variant; page: VisiblePage },
    request: BrowserRequest,
    event: Pick<SiteVisit, 'type' | 'referrer' | 'feedback' | 'query' | 'link'>,
  ) =>
    insights.trackVisit({ organization_id: visit.site.organization, id: visit.site.id }, request, {
      ...event,
      claims: visit.claims,
      siteSpace: variant.id,
      siteSection: variant.parentSection?.id ?? null,
      space: variant.space,
      page: page.id,
      url,
    });

  const postView = async (
    visit: Visit,
    ids: readonly string[],
    request: BrowserRequest,
  ): Promise<PageResponse> => {
    const found = await findPage(visit, ids);
    if (!found) return NOT_FOUND;
    if (isCrossSite(request)) return CROSS_SITE;
    const sent = parse(PageEvent, filledFields(request.body), 'type');
    const url = found.url + (sent.campaign ?? '');
    await recordVisit(visit, { ...found, url }, request, toVisit(sent));
    // A search is complete only now, and so is the knowledge that it found nothing.
    if (sent.type === 'search_type_query' && sent.results === '0')
      await recordVisit(visit, found, request, { ...toVisit(sent), type: 'search_without_result' });
    return NO_CONTENT;
  };

  const postFeedback = async (
    visit: Visit,
    ids: readonly string[],
    request: BrowserRequest,
  ): Promise<PageResponse> => {
    const found = await findPage(visit, ids);
    if (!found) return NOT_FOUND;
    const { variant, index, page, url } = found;
    if (!(await theme.customizationOf(visit, variant)).feedback.enabled) return NOT_FOUND;
    if (isCrossSite(request)) return CROSS_SITE;
    const { rating, comment } = parse(PageFeedback, filledFields(request.body), 'rating');
    await feedback.create(visit, request.address, {
      source: 'page',
      rating,
      comment: comment ?? null,
      site_space_id: variant.id,
      space_id: variant.space,
      page_id: page.id,
      page_url: url,
    });
    await recordVisit(visit, found, request, {
      type: 'page_post_feedback',
      feedback: { rating, ...(comment !== undefined && { comment }) },
    });
    return request.headers.accept?.includes('application/json')
      ? NO_CONTENT
      : redirectResponse(`${pageHref(visit, variant, index, page)}?feedback=thanks`, { status: 303 });
  };

  /** Runs an action on an integration block; the response is the block, or empty if nothing changes in it. */
  const postBlockAction = async (
    visit: Visit,
    ids: readonly string[],
    request: BrowserRequest,
  ): Promise<PageResponse> => {
    const found = await findPage(visit, ids);
    if (!found) return NOT_FOUND;
    if (isCrossSite(request)) return CROSS_SITE;
    const input = parse(BlockActionRequest, request.body, 'block');
    actionLimit.consume(`${visit.site.id} ${clientNetwork(request.address)}`);
    const html = await pageHtml.act(visit, found.variant, found.page, input);
    return html === undefined
      ? NO_CONTENT
      : { status: 200, headers: { 'content-type': FRAGMENT, 'cache-control': 'no-store' }, content: html };
  };

  const forms = new Map([
    ['feedback', postFeedback],
    ['block', postBlockAction],
    ['view', postView],
  ]);

  return {
    /** Handles a POST request to a site. */
    post: async (host: SiteHostName, request: BrowserRequest): Promise<PageResponse> => {
      const path = parsePath(request.url);
      if (!path) return INVALID_URL;
      const admission = await browserAdmission.admit(host, path, request.headers);
      if (!admission) return NOT_FOUND;
      if (admission.kind === 'sign-in-required') {
        const { isTokenRejected, requested } = admission;
        const metadataUrl = isMcp(requested.rest) ? visitorOAuth.metadataUrl(requested) : undefined;
        return unauthorizedResponse(isTokenRejected, { metadataUrl });
      }
      if (admission.kind !== 'admitted') return admissionResponse(admission);
      const { visit, rest } = admission;
      if (isMcp(rest)) return mcp.post(visit, request);
      const decision = await visitorOAuth.decide(visit, rest, admission.visitor, request);
      if (decision) return decision;
      const [prefix, name, ...ids] = rest;
      const form = forms.get(name ?? '');
      return form && prefix === GITBOOK_PREFIX && ids.length === 2 && visit.member === undefined
        ? form(visit, ids, request)
        : NOT_FOUND;
    },
  };
};

/** Handling of POST requests to sites. */
export type FormPostsService = ReturnType<typeof createFormPostsService>;
