import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import type { ScriptsService } from '../rendering/integration-scripts.service.ts';
import { isIndexed, RESERVED, type Visit } from '../rendering/layout.ts';
import { NOT_WHOLE } from '../rendering/specification-files.ts';
import type { Outcome, RoutesService } from '../routing/routing.service.ts';
import { type AskedPath, readPath } from '../site/paths.ts';
import type { EnteringService } from '../visitor-access/browser-admission.service.ts';
import type { DoorsService } from '../visitor-access/sign-in.service.ts';
import type { EncodingsService } from './compression.service.ts';
import { encodingFor, etagIn } from './content-encoding.ts';
import { contentPolicyOf } from './content-security-policy.ts';
import { isMcp, type McpService } from './mcp.service.ts';
import {
  isKnown,
  keptAddress,
  NO_ADDRESS,
  NOTHING,
  prefersMarkdown,
  redirectTo,
  unknownVisitor,
} from './plain-responses.ts';

const KEPT_BYTES = 128 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
// What is still being read is mostly there by then.
const REFRESH_SECONDS = 3;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

interface Dependencies extends Pick<Kernel, 'clock' | 'links' | 'metrics'> {
  readonly entering: EnteringService;
  readonly routes: RoutesService;
  readonly mcp: McpService;
  readonly scripts: ScriptsService;
  readonly doors: DoorsService;
  readonly encodings: EncodingsService;
}

interface Kept {
  readonly answer: PageResponse;
  readonly etag: string;
  readonly until: number;
}

const STATUSES = { page: 200, fresh: 200, asset: 200, missing: 404 } as const;

/** Answers to readers: what was made once is kept while what it was made of is the same. */
export const createAnswersService = ({
  entering,
  routes,
  mcp,
  scripts,
  doors,
  encodings,
  clock,
  links,
  metrics,
}: Dependencies) => {
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ answer }) => answer.content.length + 1024,
  });
  const making = new Map<string, Promise<{ readonly address: string; readonly made: Kept | PageResponse }>>();

  const headersOf = (
    visit: Visit,
    outcome: Exclude<Outcome, { kind: 'redirect' }>,
    query: URLSearchParams,
    policy: string,
  ): Record<string, string> => {
    const { site } = visit;
    const isOpen = site.visibility === 'public' || site.visibility === 'unlisted';
    // What one visitor is shown may not be what the next one is.
    const isForOne = site.adaptiveSchema !== null || visit.member !== undefined;
    const [isFresh, isAsset] = [outcome.kind === 'fresh', outcome.kind === 'asset'];
    const isWhole = outcome.until !== NOT_WHOLE;
    const fresh =
      isForOne || isFresh || !isWhole ? 'private, no-store' : `${isOpen ? 'public' : 'private'}, no-cache`;
    // How small an answer gets tells what of the question stands elsewhere in it: nobody may pack those with secrets.
    const isUnpacked = isFresh && (isForOne || !isOpen);
    // Questions and searches in an address make no new page.
    const isAsking = query.has('q') || query.has('ask');
    return {
      'content-type': outcome.contentType,
      'cache-control': isAsset
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : fresh + (isUnpacked ? ', no-transform' : ''),
      'content-security-policy': policy,
      // The key of a share link stands in addresses: it goes nowhere else.
      'referrer-policy': isOpen ? 'strict-origin-when-cross-origin' : 'no-referrer',
      vary: isAsset ? 'accept-encoding' : 'accept, accept-encoding, user-agent',
      ...(!isWhole && { refresh: String(REFRESH_SECONDS) }),
      ...((!isIndexed(visit) || outcome.isUnindexed || isAsking) && { 'x-robots-tag': 'noindex, nofollow' }),
    };
  };

  const make = async (
    visit: Visit,
    rest: readonly string[],
    asked: AskedPath,
    wantsMarkdown: boolean,
  ): Promise<Kept | PageResponse> => {
    metrics.siteResponsesRendered.inc();
    const outcome = await routes.outcome(visit, rest, asked, wantsMarkdown);
    if (!outcome) return NOTHING;
    if (outcome.kind === 'redirect') return redirectTo(outcome.to);
    const content = typeof outcome.content === 'string' ? Buffer.from(outcome.content) : outcome.content;
    const files = new URL(links.fileUrl('/')).origin;
    const policy = contentPolicyOf(files, await scripts.of(visit), outcome.frames);
    const headers = headersOf(visit, outcome, asked.query, policy);
    if (outcome.kind === 'missing' || outcome.kind === 'fresh' || outcome.until === NOT_WHOLE)
      return { status: STATUSES[outcome.kind], headers, content };
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    return {
      etag,
      until: outcome.until ?? Number.POSITIVE_INFINITY,
      answer: { status: STATUSES[outcome.kind], headers: { ...headers, etag }, content },
    };
  };

  /** What a visitor finds, made or kept. */
  const found = async (
    host: SiteHostName,
    url: string,
    asked: AskedPath,
    { visit, rest }: { readonly visit: Visit; readonly rest: readonly string[] },
    wantsMarkdown: boolean,
  ): Promise<Kept | PageResponse> => {
    // What a member looks at before others do is another thing at every look.
    if (visit.member !== undefined) return make(visit, rest, asked, wantsMarkdown);
    // Addresses of files are good for a day, and are signed anew.
    const now = clock.now().getTime();
    const day = Math.floor(now / DAY_MS);
    const key = `${visit.version} ${host.kind} ${day} ${wantsMarkdown} ${keptAddress(url, rest, asked.query)}`;
    const before = kept.get(key);
    if (before && before.until > now) return before;
    const coming = making.get(key);
    if (coming) {
      const { address, made } = await coming;
      // Where it leads on to, and with which query, is another thing for each address.
      if ('etag' in made || address === url) return made;
      return make(visit, rest, asked, wantsMarkdown);
    }
    const first = make(visit, rest, asked, wantsMarkdown).then((made) => ({ address: url, made }));
    making.set(key, first);
    try {
      const { made } = await first;
      // What is not a page may be asked for in a million ways.
      if ('etag' in made && (asked.query.size === 0 || rest[0] !== RESERVED)) kept.set(key, made);
      return made;
    } finally {
      making.delete(key);
    }
  };

  return {
    /** The answer to a reader of a site. */
    answer: async (
      host: SiteHostName,
      url: string,
      headers: BrowserRequest['headers'],
    ): Promise<PageResponse> => {
      const asked = readPath(url);
      if (!asked) return NO_ADDRESS;
      const entrance = await entering.enter(host, asked, headers);
      if (!entrance) return NOTHING;
      if (entrance.kind === 'answer') return entrance.answer;
      if (entrance.kind === 'door') {
        const { login, arrival, isRefused } = entrance;
        if (isMcp(arrival.rest)) return unknownVisitor(isRefused);
        if (login === undefined) return NOTHING;
        return isRefused ? unknownVisitor(true, arrival.url) : doors.answer(arrival, login);
      }
      if (isMcp(entrance.rest)) return mcp.seen(entrance.visit);
      const wantsMarkdown = prefersMarkdown(headers.accept, headers['user-agent']);
      const made = await found(host, url, asked, entrance, wantsMarkdown);
      const [answer, etag] = 'etag' in made ? [made.answer, made.etag] : [made, undefined];
      const encoding = encodingFor(answer, etag !== undefined, headers['accept-encoding']);
      if (etag === undefined) return encoding ? encodings.once(answer, encoding) : answer;
      const name = etagIn(etag, encoding);
      const known = headers['if-none-match'];
      if (known !== undefined && isKnown(known, name))
        return { status: 304, headers: { ...answer.headers, etag: name }, content: '' };
      return encoding ? encodings.kept(answer, etag, encoding) : answer;
    },
  };
};

/** Answers to readers. */
export type AnswersService = ReturnType<typeof createAnswersService>;
