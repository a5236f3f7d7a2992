import { createHash } from 'node:crypto';
import { FRAME_HOSTS } from '@lectern/site';
import { LRUCache } from 'lru-cache';
import type { PageAnswer } from '../../../kernel/contract/operation.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import type { Visit } from '../frames/frames.policy.ts';
import { pathTo, readPath } from '../paths/paths.policy.ts';
import type { Outcome, RoutesService } from '../routes/routes.service.ts';
import { keepingCookie, tokenIn, withoutToken } from '../visitors/visitors.service.ts';
import type { VisitsService } from '../visits/visits.service.ts';

const KEPT_BYTES = 128 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

interface Dependencies extends Pick<Kernel, 'clock' | 'links'> {
  readonly visits: VisitsService;
  readonly routes: RoutesService;
}

/** What of a request's headers an answer depends on. */
export interface AnswerWish {
  readonly accept?: string | undefined;
  readonly cookie?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

interface Kept {
  readonly answer: PageAnswer;
  readonly etag: string;
  readonly unchanged: PageAnswer;
}

const plain = (status: number, content: string): PageAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  content,
});
const NOTHING = plain(404, 'There is nothing here.\n');
const NO_ADDRESS = plain(400, 'This is not the address of a page.\n');

const redirectTo = (location: string, more: Readonly<Record<string, string>> = {}): PageAnswer => ({
  status: 307,
  headers: { location, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8', ...more },
  content: '',
});

/** Whether somebody would rather read Markdown than HTML. */
export const prefersMarkdown = (accept = ''): boolean => {
  const at = accept.indexOf('text/markdown');
  const html = accept.indexOf('text/html');
  return at >= 0 && (html < 0 || at < html);
};

const isKnown = (header: string, etag: string): boolean =>
  header === etag || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

/** What a page may load and run: files of the site itself, and pictures and films from anywhere. */
const policyOf = (files: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: https: ${files}`,
    `media-src 'self' https: ${files}`,
    `font-src 'self' https: ${files}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `frame-src ${FRAME_HOSTS.join(' ')}`,
  ].join('; ');

const STATUSES = { page: 200, search: 200, asset: 200, missing: 404 } as const;

/** Answers to readers: what was made once is kept while what it was made of is the same. */
export const createAnswersService = ({ visits, routes, clock, links }: Dependencies) => {
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ answer }) => answer.content.length + 1024,
  });
  const making = new Map<string, Promise<Kept | PageAnswer>>();

  const headersOf = ({ site }: Visit, outcome: Exclude<Outcome, { kind: 'redirect' }>) => {
    const isOpen = site.visibility === 'public' || site.visibility === 'unlisted';
    // What one visitor is shown may not be what the next one is.
    const isForOne = outcome.kind === 'search' || site.adaptiveSchema !== null;
    const fresh = isForOne ? 'private, no-store' : `${isOpen ? 'public' : 'private'}, no-cache`;
    return {
      'content-type': outcome.contentType,
      'cache-control': outcome.kind === 'asset' ? `public, max-age=${YEAR_SECONDS}, immutable` : fresh,
      'content-security-policy': policyOf(new URL(links.bytes('/')).origin),
      // The key of a share link stands in addresses: it goes nowhere else.
      'referrer-policy': isOpen ? 'strict-origin-when-cross-origin' : 'no-referrer',
      vary: 'accept',
      ...(site.visibility !== 'public' && { 'x-robots-tag': 'noindex, nofollow' }),
    };
  };

  const make = async (
    visit: Visit,
    rest: readonly string[],
    asked: NonNullable<ReturnType<typeof readPath>>,
    wantsMarkdown: boolean,
  ): Promise<Kept | PageAnswer> => {
    const outcome = await routes.outcome(visit, rest, asked, wantsMarkdown);
    if (!outcome) return NOTHING;
    if (outcome.kind === 'redirect') return redirectTo(outcome.to);
    const content = Buffer.from(outcome.content);
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    const headers = headersOf(visit, outcome);
    if (outcome.kind === 'missing' || outcome.kind === 'search')
      return { status: STATUSES[outcome.kind], headers, content };
    return {
      etag,
      answer: { status: STATUSES[outcome.kind], headers: { ...headers, etag }, content },
      unchanged: { status: 304, headers: { ...headers, etag }, content: '' },
    };
  };

  return {
    /** The answer to a reader of a site. */
    answer: async (host: SiteHostName, url: string, wish: AnswerWish): Promise<PageAnswer> => {
      const asked = readPath(url);
      if (!asked) return NO_ADDRESS;
      const siteBase = host.kind === 'own' ? '/' : pathTo(asked.segments.slice(0, 1));
      const token = tokenIn(asked.query, wish.cookie, siteBase);
      const begun = await visits.begin(host, asked.segments, { token });
      if (!begun) return NOTHING;
      if (begun.kind === 'door') return redirectTo(begun.login);
      const { visit, rest, until, admission } = begun;
      if (token !== undefined && admission.kind === 'visitor' && asked.query.has('jwt_token')) {
        const isSecure = visit.url.startsWith('https:');
        return redirectTo(withoutToken(pathTo(asked.segments), asked.query), {
          'set-cookie': keepingCookie(siteBase, token, { until, now: clock.now(), isSecure }),
        });
      }
      const wantsMarkdown = prefersMarkdown(wish.accept);
      // Addresses of files are good for a day, and are signed anew.
      const day = Math.floor(clock.now().getTime() / DAY_MS);
      const key = `${visit.version} ${host.kind} ${day} ${wantsMarkdown} ${url}`;
      let found: Kept | PageAnswer | undefined = kept.get(key);
      if (!found) {
        const coming = making.get(key) ?? make(visit, rest, asked, wantsMarkdown);
        making.set(key, coming);
        try {
          found = await coming;
        } finally {
          making.delete(key);
        }
        // What was asked with a query may be asked in a million ways.
        if ('etag' in found && asked.query.size === 0) kept.set(key, found);
      }
      if (!('etag' in found)) return found;
      const known = wish['if-none-match'];
      return known !== undefined && isKnown(known, found.etag) ? found.unchanged : found.answer;
    },
  };
};

/** Answers to readers. */
export type AnswersService = ReturnType<typeof createAnswersService>;
