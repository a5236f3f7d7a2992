import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import { EgressError, type EgressRequest } from '../../../kernel/egress.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { describePage } from '../embed-pages/embed-pages.service.ts';
import { frameFor } from '../embed-providers/embed-providers.service.ts';
import type { Embed } from './embeds.contract.ts';

type Dependencies = Pick<Kernel, 'egress' | 'clock'>;
type FoundEmbed = Static<typeof Embed>;

interface Remembered {
  readonly until: number;
  readonly embed: Promise<FoundEmbed>;
}

const DAY = 24 * 60 * 60 * 1000;
const FAILED_FOR = 60 * 1000;
const REMEMBERED = 2000;
const TIME = 5000;
// What a page says of itself stands at its beginning.
const READ_CHARACTERS = 256 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_TITLE = 300;
const LONGEST_SITE = 100;

const cut = (text: string, length: number) => [...text].slice(0, length).join('');

const toUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain) throw invalid({ path: 'query.url', message: 'must be an http or https address' });
  return url;
};

const plainLink = (url: URL): FoundEmbed => ({
  type: 'link',
  title: cut(`${url.host}${url.pathname}`, LONGEST_TITLE),
  site: url.host,
});

/** How addresses are shown: known sites in our own frames, all others as links with what their pages say of themselves. */
export const createEmbedsService = ({ egress, clock }: Dependencies) => {
  // In memory, not in a table: what others' pages are called may be forgotten at any time, and nobody has to tidy it up.
  const known = new LRUCache<string, Remembered>({ max: REMEMBERED });

  const read = async (url: string, type: RegExp, request: EgressRequest) => {
    const answer = await egress.fetch(url, { ...request, timeoutMs: TIME, maxBytes: MOST_BYTES });
    const isWanted = answer.status === 200 && type.test(answer.headers.get('content-type') ?? '');
    let text = '';
    if (isWanted) {
      answer.stream.setEncoding('utf8');
      for await (const part of answer.stream) {
        text += part as string;
        if (text.length >= READ_CHARACTERS) break;
      }
    }
    answer.stream.destroy();
    return isWanted ? { text: text.slice(0, READ_CHARACTERS), url: answer.url } : undefined;
  };

  // Only what it is called is taken: markup of strangers is never passed on.
  const askOembed = async (address: string): Promise<{ title?: string; site?: string }> => {
    try {
      const answer = await read(address, /json/i, { headers: { accept: 'application/json' } });
      const said = JSON.parse(answer?.text ?? '{}') as Record<string, unknown> | null;
      return {
        ...(typeof said?.title === 'string' && { title: said.title }),
        ...(typeof said?.provider_name === 'string' && { site: said.provider_name }),
      };
    } catch (error) {
      if (error instanceof EgressError || error instanceof SyntaxError) return {};
      throw error;
    }
  };

  const describe = async (url: URL): Promise<FoundEmbed> => {
    const plain = plainLink(url);
    const page = await read(url.href, /html/i, { headers: { accept: 'text/html' } });
    if (!page) return plain;
    const said = describePage(page.text, page.url);
    const more = said.oembed && !(said.title && said.site) ? await askOembed(said.oembed) : {};
    const title = said.title ?? more.title;
    const site = said.site ?? more.site;
    return {
      type: 'link',
      title: title ? cut(title, LONGEST_TITLE) : plain.title,
      site: site ? cut(site, LONGEST_SITE) : plain.site,
      ...(said.icon && said.icon.length <= 2048 && { icon: said.icon }),
    };
  };

  return {
    /** How an address is shown. One that cannot be read is a link all the same, and does not say why. */
    find: async (address: string): Promise<FoundEmbed> => {
      const url = toUrl(address);
      const frame = frameFor(url);
      if (frame) return { type: 'rich', ...frame };
      const now = clock.now().getTime();
      const remembered = known.get(url.href);
      if (remembered && remembered.until > now) return remembered.embed;
      const embed = describe(url).catch((error: unknown): FoundEmbed => {
        known.delete(url.href);
        if (!(error instanceof EgressError)) throw error;
        const link = plainLink(url);
        known.set(url.href, { until: now + FAILED_FOR, embed: Promise.resolve(link) });
        return link;
      });
      known.set(url.href, { until: now + DAY, embed });
      return embed;
    },
  };
};

/** How addresses are shown. */
export type EmbedsService = ReturnType<typeof createEmbedsService>;
