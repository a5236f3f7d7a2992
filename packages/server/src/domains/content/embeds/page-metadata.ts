/** What a web page says of itself. */
export interface PageDescription {
  readonly title?: string | undefined;
  readonly site?: string | undefined;
  readonly icon?: string | undefined;
  /** Where it can be asked for more, as oEmbed. */
  readonly oembed?: string | undefined;
}

// No pattern can run past the next tag: hostile pages cost no more than long ones.
const TAG = /<(meta|link)\b([^<>]*)>/gi;
const TITLE = /<title\b[^<>]*>([^<]*)/i;
const ATTRIBUTE = /([a-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const decoded = (text: string): string =>
  text
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name) return NAMED[name.toLowerCase()] ?? whole;
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
      decoded(double ?? single ?? bare ?? ''),
    ]),
  );

const webAddress = (href: string | undefined, base: string): string | undefined => {
  if (!href || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
};

/** Reads what a page says of itself: Open Graph first, then what HTML has for it. Nothing of it is run. */
export const describePage = (html: string, address: string): PageDescription => {
  const said = new Map<string, string>();
  const note = (name: string | undefined, value: string | undefined) => {
    if (name && value && !said.has(name)) said.set(name, value);
  };
  for (const [, tag, text] of html.matchAll(TAG)) {
    const attributes = attributesOf(text!);
    if (tag!.toLowerCase() === 'meta')
      note((attributes.property ?? attributes.name)?.toLowerCase(), attributes.content);
    else {
      const rels = (attributes.rel ?? '').toLowerCase().split(' ');
      if (rels.includes('icon')) note('icon', attributes.href);
      if (rels.includes('alternate') && attributes.type === 'application/json+oembed')
        note('oembed', attributes.href);
    }
  }
  const title = said.get('og:title') ?? said.get('twitter:title') ?? decoded(TITLE.exec(html)?.[1] ?? '');
  return {
    title: title || undefined,
    site: said.get('og:site_name'),
    icon: webAddress(said.get('icon'), address),
    oembed: webAddress(said.get('oembed'), address),
  };
};
