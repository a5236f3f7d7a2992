import { maskPersonalData } from '@lectern/issues';
import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import type { InsightsService, Miss, MissesService } from '../../insights/index.ts';
import { isChangePreview } from '../routing/previews.service.ts';
import { LECTERN_PREFIX } from '../site/page-urls.ts';
import { formatPath, parsePath } from '../site/paths.ts';
import type { Visit } from '../site/visit.ts';
import type {
  BrowserAdmissionResult,
  BrowserAdmissionService,
} from '../visitor-access/browser-admission.service.ts';
import type { SignInService } from '../visitor-access/sign-in.service.ts';
import type { CompressionService } from './compression.service.ts';
import { encodingFor, etagIn } from './content-encoding.ts';
import { matchesEtag, prefersMarkdown } from './content-negotiation.ts';
import { isMcp, type McpService } from './mcp.service.ts';
import { isCacheable, type RenderedResponse } from './page-cache.ts';
import type { PageResponsesService, VisitRequest } from './page-responses.service.ts';
import {
  admissionResponse,
  INVALID_URL,
  NOT_FOUND,
  redirectResponse,
  unauthorizedResponse,
} from './plain-responses.ts';
import type { VisitorOAuthService } from './visitor-oauth.service.ts';
import { authorizationStart } from './visitor-oauth-urls.ts';

interface Dependencies {
  readonly links: Pick<Links, 'appUrl'>;
  readonly browserAdmission: BrowserAdmissionService;
  readonly signIn: SignInService;
  readonly mcp: McpService;
  readonly visitorOAuth: VisitorOAuthService;
  readonly pageResponses: PageResponsesService;
  readonly compression: CompressionService;
  readonly misses: Pick<MissesService, 'record'>;
  readonly insights: Pick<InsightsService, 'trackVisit'>;
}

/** What the reader looked for, if the response is that it is not there. */
const missOf = (
  rendered: RenderedResponse,
  { rest, path, headers }: Pick<VisitRequest, 'rest' | 'path'> & Pick<BrowserRequest, 'headers'>,
): Miss | undefined => {
  if (isCacheable(rendered)) return undefined;
  if (rendered.isEmptySearch) {
    const text = path.query.get('q') ?? '';
    // Questions are sentences, in which people write about themselves.
    return { kind: 'search', text: rest[1] === 'ask' ? maskPersonalData(text) : text };
  }
  const isPage = headers.accept?.includes('text/html') === true && rest[0] !== LECTERN_PREFIX;
  return rendered.status === 404 && isPage ? { kind: 'path', text: formatPath(rest) } : undefined;
};

/** Makes the service that handles GET requests to sites. */
export const createSiteRequestsService = (deps: Dependencies) => {
  const { links, browserAdmission, signIn, mcp, pageResponses, compression, misses, insights } = deps;
  const { visitorOAuth } = deps;

  /**
   * Where a person who opens the address of somebody's preview gets one of their own. It is the same for all hosts and
   * paths, and so says nothing about the sites and change requests that exist.
   */
  const previewInConsole = (hostname: string, segments: readonly string[]): PageResponse => {
    const app = links.appUrl('/preview');
    const url = `${new URL(app).protocol}//${hostname}${formatPath(segments)}`;
    return redirectResponse(`${app}?url=${encodeURIComponent(url)}`);
  };

  /** Sends a visitor to sign in; clients with an invalid token get an error instead. */
  const signInResponse = async ({
    target,
    requested,
    isTokenRejected,
  }: Extract<BrowserAdmissionResult, { kind: 'sign-in-required' }>): Promise<PageResponse> => {
    if (isMcp(requested.rest))
      return unauthorizedResponse(isTokenRejected, { metadataUrl: visitorOAuth.metadataUrl(requested) });
    if (target === undefined) return NOT_FOUND;
    return isTokenRejected
      ? unauthorizedResponse(true, { siteUrl: requested.url })
      : admissionResponse(await signIn.redirect(requested, target));
  };

  /** Compresses a response, or answers that the client has it already. */
  const encode = async (
    rendered: RenderedResponse,
    headers: BrowserRequest['headers'],
  ): Promise<PageResponse> => {
    const accepted = headers['accept-encoding'];
    if (!isCacheable(rendered)) {
      const encoding = encodingFor(rendered, false, accepted);
      return encoding ? compression.compressOnce(rendered, encoding) : rendered;
    }
    const { response, etag } = rendered;
    const encoding = encodingFor(response, true, accepted);
    const encodedEtag = etagIn(etag, encoding);
    const known = headers['if-none-match'];
    if (known !== undefined && matchesEtag(known, encodedEtag))
      return { status: 304, headers: { ...response.headers, etag: encodedEtag }, content: '' };
    return encoding ? compression.compress(response, etag, encoding) : response;
  };

  const recordMiss = async (
    { site, url }: Visit,
    request: Pick<BrowserRequest, 'headers' | 'address'>,
    miss: Miss,
  ): Promise<void> => {
    const key = { organization_id: site.organization, id: site.id };
    const isCounted = await misses.record(key, request, miss);
    // The browser reports searches itself, when their text is complete.
    if (!isCounted || miss.kind === 'search') return;
    const { referer: referrer } = request.headers;
    await insights.trackVisit(key, request, { type: 'page_not_found', url: url + miss.text, referrer });
  };

  return {
    /** Handles a GET request to a site. */
    get: async (
      host: SiteHostName,
      request: Pick<BrowserRequest, 'host' | 'url' | 'headers' | 'address'>,
    ): Promise<PageResponse> => {
      const { host: hostname, url, headers } = request;
      const path = parsePath(url);
      if (!path) return INVALID_URL;
      const start = authorizationStart(path.segments, path.query);
      if (start !== undefined) return redirectResponse(start);
      const metadata = await visitorOAuth.wellKnown(host, path.segments);
      if (metadata) return metadata;
      const admission = await browserAdmission.admit(host, path, headers);
      const isMember = admission?.kind === 'admitted' && admission.visit.member !== undefined;
      const isOpening = admission?.kind === 'redirect' && path.query.has('token');
      if (
        !isMember &&
        !isOpening &&
        host.kind !== 'proxied' &&
        isChangePreview(path.segments) &&
        headers.accept?.includes('text/html')
      )
        return previewInConsole(hostname, path.segments);
      if (!admission) return NOT_FOUND;
      if (admission.kind === 'sign-in-required') return signInResponse(admission);
      if (admission.kind !== 'admitted') return admissionResponse(admission);
      const { visit, rest } = admission;
      if (isMcp(rest)) return mcp.get(visit);
      const authorization = await visitorOAuth.page(visit, rest, admission.visitor);
      if (authorization) return authorization;
      const wantsMarkdown = prefersMarkdown(headers.accept, headers['user-agent']);
      const rendered = await pageResponses.find({
        host,
        url,
        path,
        visit,
        rest,
        wantsMarkdown,
        address: request.address,
      });
      const miss = missOf(rendered, { rest, path, headers });
      // Members who look at a preview are no readers.
      if (miss && visit.member === undefined) await recordMiss(visit, request, miss);
      return encode(rendered, headers);
    },
  };
};

/** Handling of GET requests to sites. */
export type SiteRequestsService = ReturnType<typeof createSiteRequestsService>;
