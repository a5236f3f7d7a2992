const schemes = new Set(['http', 'https', 'mailto', 'tel']);

/**
 * Returns a URL that is relative or has a harmless scheme; undefined for others. Browsers remove white space and control
 * characters before they parse the scheme, so they are removed here too.
 */
export function safeUrl(url: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them.
  const trimmed = url.replace(/[\u0000-\u001f\u007f]/g, '').trim();
  const scheme = /^([^/?#:]*):/.exec(trimmed)?.[1];
  if (scheme === undefined) return trimmed;
  return schemes.has(scheme.toLowerCase()) ? trimmed : undefined;
}

/** Whether a URL is a relative path, as to a file in the same repository. */
export const isRelativePath = (url: string): boolean => !/^\s*(?:[a-z][a-z0-9+.-]*:|[/\\?#])/i.test(url);

/** Whether a URL has a host. */
export const isAbsolute = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}/i.test(url);

/** Resolves a URL against a base; returns it unchanged if it is invalid. */
export function absoluteUrl(url: string, base: string): string {
  try {
    return new URL(url, base).href;
  } catch {
    return url;
  }
}

/** The hostname of a URL, without `www`. */
export function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname.replace(/^www\./, '') || undefined;
  } catch {
    return undefined;
  }
}

// A domain name with at least one dot, and a wildcard as its first label at most.
const POLICY_HOST =
  /^(?:(?:https?|wss?):\/\/)?(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::(?:\d{1,5}|\*))?(?:\/[\w\-.~%!$&()*+=:@/]*)?$/i;

/** Whether a host is safe in a Content-Security-Policy: it must not end the directive or match all hosts. */
export const isPolicyHost = (source: string): boolean => POLICY_HOST.test(source);
