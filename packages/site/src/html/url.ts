const schemes = new Set(['http', 'https', 'mailto', 'tel']);

/**
 * An address that only leads somewhere: relative, or of a scheme that cannot run anything. Browsers drop white space and control
 * characters from addresses before they look at the scheme, so they are dropped here too.
 */
export function safeUrl(url: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them.
  const trimmed = url.replace(/[\u0000-\u001f\u007f]/g, '').trim();
  const scheme = /^([^/?#:]*):/.exec(trimmed)?.[1];
  if (scheme === undefined) return trimmed;
  return schemes.has(scheme.toLowerCase()) ? trimmed : undefined;
}

/** Whether an address is that of a file beside the one it was written in: on a site there is none. */
export const isRelativePath = (url: string): boolean => !/^\s*(?:[a-z][a-z0-9+.-]*:|[/\\?#])/i.test(url);

/** Whether an address names a host, which may be another one. */
export const isAbsolute = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}/i.test(url);

/** An address with its scheme and host, as seen from another; as it stands where neither is one. */
export function absoluteUrl(url: string, base: string): string {
  try {
    return new URL(url, base).href;
  } catch {
    return url;
  }
}

/** The name of an address's host, without `www`. */
export function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname.replace(/^www\./, '') || undefined;
  } catch {
    return undefined;
  }
}

// A name with a dot in it, of which a star may stand for the first part only.
const POLICY_HOST =
  /^(?:(?:https?|wss?):\/\/)?(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::(?:\d{1,5}|\*))?(?:\/[\w\-.~%!$&()*+=:@/]*)?$/i;

/** Whether a policy may name a host so: hosts of addresses can hold what ends a line of it, or stands for all hosts. */
export const isPolicyHost = (source: string): boolean => POLICY_HOST.test(source);
