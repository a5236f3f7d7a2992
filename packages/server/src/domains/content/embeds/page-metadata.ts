/** The metadata of a web page. */
export interface PageMetadata {
  readonly title?: string | undefined;
  readonly site?: string | undefined;
  readonly icon?: string | undefined;
  /** The URL of its oEmbed data. */
  readonly oembed?: string | undefined;
}

// No pattern matches beyond the next tag, so that hostile pages cannot cause catastrophic backtracking.
const TAG = /<(meta|link)\b([^<>]*)>/gi;
const TITLE = /<title\b[^<>]*>([^<]*)/i;
const ATTRIBUTE = /([a-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const decodeEntities = (text: string): string =>
  text
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name) return NAMED_ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : '';
    })
    .replaceAll(/\s+/g, ' ')
    .trim();

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, double, single, bare]) => [
      name!.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  );

const toWebUrl = (href: string | undefined, base: string): string | undefined => {
  if (!href || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
};

/** Parses the metadata of a page: Open Graph first, then plain HTML. No script is run. */
export const parsePageMetadata = (html: string, pageUrl: string): PageMetadata => {
  const values = new Map<string, string>();
  const setFirst = (name: string | undefined, value: string | undefined) => {
    if (name && value && !values.has(name)) values.set(name, value);
  };
  for (const [, tag, text] of html.matchAll(TAG)) {
    const attributes = attributesOf(text!);
    if (tag!.toLowerCase() === 'meta')
      setFirst((attributes.property ?? attributes.name)?.toLowerCase(), attributes.content);
    else {
      const rels = (attributes.rel ?? '').toLowerCase().split(' ');
      if (rels.includes('icon')) setFirst('icon', attributes.href);
      if (rels.includes('alternate') && attributes.type === 'application/json+oembed')
        setFirst('oembed', attributes.href);
    }
  }
  const title =
    values.get('og:title') ?? values.get('twitter:title') ?? decodeEntities(TITLE.exec(html)?.[1] ?? '');
  return {
    title: title || undefined,
    site: values.get('og:site_name'),
    icon: toWebUrl(values.get('icon'), pageUrl),
    oembed: toWebUrl(values.get('oembed'), pageUrl),
  };
};
