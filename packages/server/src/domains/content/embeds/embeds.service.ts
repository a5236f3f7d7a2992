import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import { EgressError, type EgressRequest } from '../../../kernel/egress.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { frameFor } from './embed-providers.ts';
import type { Embed } from './embeds.contract.ts';
import { describePage } from './page-metadata.ts';

type Dependencies = Pick<Kernel, 'egress' | 'clock'>;
type FoundEmbed = Static<typeof Embed>;

interface Remembered {
  readonly until: number;
  readonly embed: Promise<FoundEmbed>;
  /** What it turned out to be, once that is known. */
  found?: FoundEmbed;
}

/** What is known of an address by now, and until when that is good enough. */
interface Glance {
  readonly embed: FoundEmbed | undefined;
  readonly until: number;
}

const DAY = 24 * 60 * 60 * 1000;
const FAILED_FOR = 60 * 1000;
const REMEMBERED = 2000;
const TIME = 5000;
const SOON = 1000;
// How many are looked up for those who do not wait; what is more is asked for again.
const MEANWHILE = 8;
// What a page says of itself stands at its beginning.
const READ_CHARACTERS = 256 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_TITLE = 300;
const LONGEST_SITE = 100;

const cut = (text: string, length: number) => [...text].slice(0, length).join('');

const webUrl = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? url
    : undefined;
};

const toUrl = (text: string): URL => {
  const url = webUrl(text);
  if (!url) throw invalid({ path: 'query.url', message: 'must be an http or https address' });
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
  let meanwhile = 0;

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

  const find = async (address: string): Promise<FoundEmbed> => {
    const url = toUrl(address);
    const frame = frameFor(url);
    if (frame) return { type: 'rich', ...frame };
    const now = clock.now().getTime();
    const remembered = known.get(url.href);
    if (remembered && remembered.until > now) return remembered.embed;
    const embed = describe(url).catch((error: unknown): FoundEmbed => {
      known.delete(url.href);
      if (!(error instanceof EgressError)) throw error;
      const found = plainLink(url);
      known.set(url.href, { until: now + FAILED_FOR, embed: Promise.resolve(found), found });
      return found;
    });
    const entry: Remembered = { until: now + DAY, embed };
    known.set(url.href, entry);
    entry.found = await embed;
    return entry.found;
  };

  /** Looks something up for who comes next. */
  const lookUp = async (address: string): Promise<void> => {
    if (meanwhile === MEANWHILE) return;
    meanwhile++;
    try {
      await find(address);
    } catch {
      // Nobody waits for it; who does is told.
    } finally {
      meanwhile--;
    }
  };

  return {
    /** How an address is shown. One that cannot be read is a link all the same, and does not say why. */
    find,

    /** How an address is shown as far as that is known by now; what is not known is looked up for the next time. */
    peek: (address: string): Glance => {
      const url = webUrl(address);
      const frame = url && frameFor(url);
      if (!url || frame)
        return { embed: frame && { type: 'rich', ...frame }, until: Number.POSITIVE_INFINITY };
      const now = clock.now().getTime();
      const { found, until = 0 } = known.get(url.href) ?? {};
      if (found && until > now) return { embed: found, until };
      void lookUp(address);
      return { embed: found, until: now + SOON };
    },
  };
};

/** How addresses are shown. */
export type EmbedsService = ReturnType<typeof createEmbedsService>;
