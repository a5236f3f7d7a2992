const withoutScheme = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '');

/** Whether a URL begins as a pattern of a manifest says (`urlUnfurl`), in which `*` stands for any text. */
export const matchesUnfurlPattern = (url: string, pattern: string): boolean => {
  const [beginning = '', ...others] = withoutScheme(pattern).split('*');
  const bare = withoutScheme(url);
  if (!bare.startsWith(beginning)) return false;
  let rest = bare.slice(beginning.length);
  for (const part of others) {
    const at = rest.indexOf(part);
    if (at < 0) return false;
    rest = rest.slice(at + part.length);
  }
  // `example.com` is not the beginning of `example.community`.
  return withoutScheme(pattern).includes('/') || pattern.endsWith('*') || /^(?:$|[/?#:])/.test(rest);
};
