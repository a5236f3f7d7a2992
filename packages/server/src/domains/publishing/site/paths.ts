/** In decoded characters: percent-encoding makes nine of one kana. */
const MAX_PATH_LENGTH = 2048;
const ENCODED = /%[0-9a-f]{2}/i;

/** The parsed path and query of a request URL. */
export interface RequestPath {
  /** Decoded, without empty segments. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly hasTrailingSlash: boolean;
  /** Whether the path is written in canonical form, which is not redirected. */
  readonly isCanonical: boolean;
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Formats segments as the path of a URL. */
export const formatPath = (segments: readonly string[]): string =>
  `/${segments.map(encodeURIComponent).join('/')}`;

/** Parses a request URL; undefined if its path is too long, badly encoded, or encoded more than twice. */
export const parsePath = (url: string): RequestPath | undefined => {
  if (!url.startsWith('/')) return undefined;
  const [path = '', query = ''] = url.split('#')[0]!.split(/\?(.*)/s);
  const segments: string[] = [];
  for (const written of path.split('/')) {
    const once = decode(written);
    const twice = once !== undefined && ENCODED.test(once) ? decode(once) : once;
    if (twice === undefined || ENCODED.test(twice)) return undefined;
    // No page has such a path, and some reverse proxies would read it as a parent folder.
    if (/[\p{Cc}\\]|^\.\.?$/u.test(twice) || (twice !== '' && twice.includes('/'))) return undefined;
    if (twice !== '') segments.push(twice);
  }
  if (segments.join('/').length > MAX_PATH_LENGTH) return undefined;
  const hasTrailingSlash = path.endsWith('/');
  const canonical = formatPath(segments);
  return {
    segments,
    query: new URLSearchParams(query),
    hasTrailingSlash,
    isCanonical: path === canonical || path === `${canonical}/`,
  };
};
