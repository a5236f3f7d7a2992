const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
const MAX_LENGTH = 1024;
// URL parsers drop other characters, so that different texts would be the same address.
const VISIBLE = /^[!-~]+$/;

/** Whether a URL leads to a program on the computer of the user. */
export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && LOOPBACK.has(hostname);

/** Parses a redirect URI: https, or http on the computer of the user; undefined for others. */
export const parseRedirectUri = (text: string): URL | undefined => {
  if (text.length > MAX_LENGTH || !VISIBLE.test(text) || text.includes('#') || !URL.canParse(text))
    return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || isLoopback(url) ? url : undefined;
};

const withoutPort = (url: URL): string => {
  const copy = new URL(url);
  copy.port = '';
  return copy.href;
};

/** Whether a redirect URI is registered. Programs on the user's computer choose a free port each time. */
export const isRegistered = (registered: readonly string[], wanted: string): boolean => {
  if (registered.includes(wanted)) return true;
  const url = parseRedirectUri(wanted);
  if (!url || !isLoopback(url)) return false;
  return registered.some((one) => {
    const known = parseRedirectUri(one);
    return known !== undefined && isLoopback(known) && withoutPort(known) === withoutPort(url);
  });
};
