import { createHash } from 'node:crypto';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import type { IntegrationScriptsService } from '../rendering/integration-scripts.service.ts';
import { INCOMPLETE } from '../rendering/page-data.ts';
import type { RoutingService } from '../routing/routing.service.ts';
import { LECTERN_PREFIX } from '../site/page-urls.ts';
import type { RequestPath } from '../site/paths.ts';
import type { Visit } from '../site/visit.ts';
import { contentSecurityPolicyOf } from './content-security-policy.ts';
import type { PageCache, RenderedResponse } from './page-cache.ts';
import { NOT_FOUND, redirectResponse } from './plain-responses.ts';
import { responseHeaders } from './response-headers.ts';

interface Dependencies extends Pick<Kernel, 'clock' | 'links' | 'metrics'> {
  readonly routing: RoutingService;
  readonly integrationScripts: IntegrationScriptsService;
  readonly pageCache: PageCache;
}

/** A request of an admitted visitor. */
export interface VisitRequest {
  readonly host: SiteHostName;
  readonly url: string;
  readonly path: RequestPath;
  readonly visit: Visit;
  /** The requested path below the site. */
  readonly rest: readonly string[];
  readonly wantsMarkdown: boolean;
  /** The IP address of the client. */
  readonly address: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const STATUSES = { page: 200, uncached: 200, asset: 200, missing: 404 } as const;

/** The part of a URL that a page depends on: only query parameters that pages read, so that others share the cached page. */
const cacheablePartOf = ({ url, rest, path: { query } }: VisitRequest): string => {
  if (rest[0] === LECTERN_PREFIX) return url;
  const isSearch = query.has('q') || query.has('ask');
  return `${url.split(/[?#]/)[0]} ${isSearch} ${query.get('feedback') === 'thanks'}`;
};

/** Makes the service for responses to admitted visitors, from the page cache or rendered. */
export const createPageResponsesService = (deps: Dependencies) => {
  const { routing, integrationScripts, pageCache, clock, links, metrics } = deps;

  const render = async ({
    visit,
    rest,
    path,
    wantsMarkdown,
    address,
  }: VisitRequest): Promise<RenderedResponse> => {
    metrics.siteResponsesRendered.inc();
    const result = await routing.resolve(visit, rest, path, wantsMarkdown, address);
    if (!result) return NOT_FOUND;
    if (result.kind === 'redirect')
      return redirectResponse(result.to, { status: result.isPermanent ? 308 : 307 });
    const content = typeof result.content === 'string' ? Buffer.from(result.content) : result.content;
    const policy =
      result.framePolicy ??
      contentSecurityPolicyOf(new URL(links.fileUrl('/')).origin, {
        scripts: await integrationScripts.scriptsOf(visit),
        hosts: visit.site.policyHosts,
        isSecure: visit.url.startsWith('https:'),
        frames: result.frames,
        connections: result.connections,
      });
    const headers = responseHeaders(visit, result, path.query, policy);
    const status = STATUSES[result.kind];
    if (result.kind === 'missing' || result.kind === 'uncached' || result.until === INCOMPLETE)
      return { status, headers, content, ...(result.isEmptySearch && { isEmptySearch: true }) };
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    return {
      etag,
      until: result.until ?? Number.POSITIVE_INFINITY,
      response: { status, headers: { ...headers, etag }, content },
    };
  };

  return {
    /** The response to a visitor, from the cache if possible. */
    find: async (request: VisitRequest): Promise<RenderedResponse> => {
      const { visit, host, url, rest, path, wantsMarkdown } = request;
      // Previews are always current.
      if (visit.member !== undefined) return render(request);
      // Pages contain signed URLs of files, which expire after a day.
      const day = Math.floor(clock.now().getTime() / DAY_MS);
      const key = `${visit.version} ${host.kind} ${day} ${wantsMarkdown} ${cacheablePartOf(request)}`;
      // Paths that are not pages have unlimited variations of their query.
      const isStored = path.query.size === 0 || rest[0] !== LECTERN_PREFIX;
      return pageCache.get({ key, url, isStored }, () => render(request));
    },
  };
};

/** Responses to visitors. */
export type PageResponsesService = ReturnType<typeof createPageResponsesService>;
