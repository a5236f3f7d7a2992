import type { PageResponse } from '../../../kernel/contract/operation.ts';
import { RESERVED } from '../rendering/layout.ts';

/** A few words as an answer, which nobody keeps. */
export const plain = (
  status: number,
  content: string,
  headers: Readonly<Record<string, string>> = {},
): PageResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  content,
});

/** What is answered where nobody is to know whether there is something. */
export const NOTHING = plain(404, 'There is nothing here.\n');
/** What is answered to what is no address. */
export const NO_ADDRESS = plain(400, 'This is not the address of a page.\n');
const SIGNED_IN = 'This site is for visitors who signed in.\n';
const NOT_GOOD = 'The token that came with this address is not good, or not any more. Sign in again at';

/** What is answered to who brings nothing where something is needed, or something that is not to be believed; people are told the way. */
export const unknownVisitor = (isRefused: boolean, siteUrl?: string): PageResponse =>
  plain(401, siteUrl === undefined ? SIGNED_IN : `${SIGNED_IN}${NOT_GOOD} ${siteUrl}\n`, {
    'www-authenticate': `Bearer realm="site"${isRefused ? ', error="invalid_token"' : ''}`,
  });

/** Leads elsewhere, for this once. */
export const redirectTo = (
  location: string,
  more: Readonly<Record<string, string | string[]>> = {},
  status = 307,
): PageResponse => ({
  status,
  headers: {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/plain; charset=utf-8',
    ...more,
  },
  content: '',
});

// Programs that read for a language model, by what they call themselves.
const AGENTS =
  /GPTBot|ChatGPT-User|OAI-SearchBot|ClaudeBot|Claude-User|Claude-SearchBot|Claude-Code|anthropic-ai|PerplexityBot|Perplexity-User|MistralAI-User|cohere-ai|Google-Extended|Meta-ExternalAgent|DuckAssistBot|CCBot|Bytespider/i;

/** Whether somebody would rather read Markdown than HTML. */
export const prefersMarkdown = (accept = '', agent = ''): boolean => {
  const at = accept.indexOf('text/markdown');
  const html = accept.indexOf('text/html');
  return at >= 0 ? html < 0 || at < html : AGENTS.test(agent);
};

/** Whether one of the names in a header is that of what would be sent. */
export const isKnown = (header: string, etag: string): boolean =>
  header === etag || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

/** What of an address makes its answer another one: of a query only what pages read, lest any link with a mark in it be made anew. */
export const keptAddress = (url: string, rest: readonly string[], query: URLSearchParams): string => {
  if (rest[0] === RESERVED) return url;
  const isAsking = query.has('q') || query.has('ask');
  return `${url.split(/[?#]/)[0]} ${isAsking} ${query.get('feedback') === 'thanks'}`;
};
