import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import { EgressError, type EgressRequest } from '../../../kernel/egress.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { frameFor } from './embed-providers.ts';
import type { Embed } from './embeds.contract.ts';
import { parsePageMetadata } from './page-metadata.ts';

type FoundEmbed = Static<typeof Embed>;

/** Finds the block of an integration of a space that shows a URL. */
export type FindUnfurlingBlock = (
  space: { readonly organization_id: string; readonly id: string },
  url: string,
) => Promise<Pick<Extract<FoundEmbed, { type: 'integration' }>, 'integration' | 'block'> | undefined>;

interface Dependencies extends Pick<Kernel, 'egress' | 'clock'> {
  readonly findUnfurlingBlock: FindUnfurlingBlock;
}

interface CachedEmbed {
  readonly until: number;
  readonly embed: Promise<FoundEmbed>;
  /** The result, once it is cache. */
  found?: FoundEmbed;
}

/** The cached embed of a URL, and until when it is valid. */
interface PeekResult {
  readonly embed: FoundEmbed | undefined;
  readonly until: number;
}

const DAY = 24 * 60 * 60 * 1000;
const FAILURE_TTL_MS = 60 * 1000;
const MAX_CACHED = 2000;
const FETCH_TIMEOUT_MS = 5000;
const RETRY_MS = 1000;
// The most lookups in the background; further ones are started by a later call.
const MAX_BACKGROUND = 8;
// Metadata is at the beginning of a page.
const READ_CHARACTERS = 256 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_TITLE_LENGTH = 300;
const MAX_SITE_LENGTH = 100;

const cut = (text: string, length: number) => [...text].slice(0, length).join('');

const webUrl = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? url
    : undefined;
};

const toUrl = (text: string): URL => {
  const url = webUrl(text);
  if (!url) throw invalid({ path: 'query.url', message: 'must be an http or https URL' });
  return url;
};

const plainLink = (url: URL): FoundEmbed => ({
  type: 'link',
  title: cut(`${url.host}${url.pathname}`, MAX_TITLE_LENGTH),
  site: url.host,
});

/** Finds embeds for URLs: frames for known sites, links with page metadata for all others. */
export const createEmbedsService = ({ egress, clock, findUnfurlingBlock }: Dependencies) => {
  // In memory: titles of external pages can be fetched again at any time.
  const cache = new LRUCache<string, CachedEmbed>({ max: MAX_CACHED });
  let background = 0;

  const fetchText = async (url: string, type: RegExp, request: EgressRequest) => {
    const answer = await egress.fetch(url, { ...request, timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_BYTES });
    const hasType = answer.status === 200 && type.test(answer.headers.get('content-type') ?? '');
    let text = '';
    if (hasType) {
      answer.stream.setEncoding('utf8');
      for await (const part of answer.stream) {
        text += part as string;
        if (text.length >= READ_CHARACTERS) break;
      }
    }
    answer.stream.destroy();
    return hasType ? { text: text.slice(0, READ_CHARACTERS), url: answer.url } : undefined;
  };

  // Only title and provider are used: external markup is never passed on.
  const fetchOembed = async (address: string): Promise<{ title?: string; site?: string }> => {
    try {
      const answer = await fetchText(address, /json/i, { headers: { accept: 'application/json' } });
      const data = JSON.parse(answer?.text ?? '{}') as Record<string, unknown> | null;
      return {
        ...(typeof data?.title === 'string' && { title: data.title }),
        ...(typeof data?.provider_name === 'string' && { site: data.provider_name }),
      };
    } catch (error) {
      if (error instanceof EgressError || error instanceof SyntaxError) return {};
      throw error;
    }
  };

  const describe = async (url: URL): Promise<FoundEmbed> => {
    const plain = plainLink(url);
    const page = await fetchText(url.href, /html/i, { headers: { accept: 'text/html' } });
    if (!page) return plain;
    const metadata = parsePageMetadata(page.text, page.url);
    const more =
      metadata.oembed && !(metadata.title && metadata.site) ? await fetchOembed(metadata.oembed) : {};
    const title = metadata.title ?? more.title;
    const site = metadata.site ?? more.site;
    return {
      type: 'link',
      title: title ? cut(title, MAX_TITLE_LENGTH) : plain.title,
      site: site ? cut(site, MAX_SITE_LENGTH) : plain.site,
      ...(metadata.icon && metadata.icon.length <= 2048 && { icon: metadata.icon }),
    };
  };

  const find = async (address: string): Promise<FoundEmbed> => {
    const url = toUrl(address);
    const frame = frameFor(url);
    if (frame) return { type: 'rich', ...frame };
    const now = clock.now().getTime();
    const cached = cache.get(url.href);
    if (cached && cached.until > now) return cached.embed;
    const embed = describe(url).catch((error: unknown): FoundEmbed => {
      cache.delete(url.href);
      if (!(error instanceof EgressError)) throw error;
      const found = plainLink(url);
      cache.set(url.href, { until: now + FAILURE_TTL_MS, embed: Promise.resolve(found), found });
      return found;
    });
    const entry: CachedEmbed = { until: now + DAY, embed };
    cache.set(url.href, entry);
    entry.found = await embed;
    return entry.found;
  };

  /** Fetches an embed in the background, for a later call. */
  const lookUp = async (address: string): Promise<void> => {
    if (background === MAX_BACKGROUND) return;
    background++;
    try {
      await find(address);
    } catch {
      // `find` reports the error to callers that wait for it.
    } finally {
      background--;
    }
  };

  return {
    /** The embed of a URL; a page that cannot be fetched is shown as a plain link. */
    find,

    /** The same in a space, whose integrations come first. */
    findInSpace: async (
      space: { readonly organization_id: string; readonly id: string },
      address: string,
    ): Promise<FoundEmbed> => {
      const { href, host } = toUrl(address);
      const found = await findUnfurlingBlock(space, href);
      return found ? { type: 'integration', title: found.block.title, site: host, ...found } : find(address);
    },

    /** The cached embed of a URL, without waiting; a missing one is fetched in the background. */
    peek: (address: string): PeekResult => {
      const url = webUrl(address);
      const frame = url && frameFor(url);
      if (!url || frame)
        return { embed: frame && { type: 'rich', ...frame }, until: Number.POSITIVE_INFINITY };
      const now = clock.now().getTime();
      const { found, until = 0 } = cache.get(url.href) ?? {};
      if (found && until > now) return { embed: found, until };
      void lookUp(address);
      return { embed: found, until: now + RETRY_MS };
    },
  };
};

/** Finds embeds for URLs. */
export type EmbedsService = ReturnType<typeof createEmbedsService>;
