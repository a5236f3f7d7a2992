/** Letters of a path, however they are written in an address: three bytes of a kana are nine characters there. */
const LONGEST = 2048;
const ENCODED = /%[0-9a-f]{2}/i;

/** The path and the query of a URL, read. */
export interface AskedPath {
  /** Decoded; empty ones are left out. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly endsInSlash: boolean;
  /** Whether it is written in the one way that is not redirected. */
  readonly isPlain: boolean;
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** A path as it is written in addresses. */
export const pathTo = (segments: readonly string[]): string =>
  `/${segments.map(encodeURIComponent).join('/')}`;

/** Reads what was asked for; undefined for what is no address of a page: too long, badly encoded, or encoded over and over. */
export const readPath = (url: string): AskedPath | undefined => {
  if (!url.startsWith('/')) return undefined;
  const [path = '', query = ''] = url.split('#')[0]!.split(/\?(.*)/s);
  const segments: string[] = [];
  for (const written of path.split('/')) {
    const once = decoded(written);
    const twice = once !== undefined && ENCODED.test(once) ? decoded(once) : once;
    if (twice === undefined || ENCODED.test(twice)) return undefined;
    // Nothing has such a name, and some servers in front would read it as a way up.
    if (/[\p{Cc}\\]|^\.\.?$/u.test(twice) || (twice !== '' && twice.includes('/'))) return undefined;
    if (twice !== '') segments.push(twice);
  }
  if (segments.join('/').length > LONGEST) return undefined;
  const endsInSlash = path.endsWith('/');
  const plain = pathTo(segments);
  return {
    segments,
    query: new URLSearchParams(query),
    endsInSlash,
    isPlain: path === plain || path === `${plain}/`,
  };
};
