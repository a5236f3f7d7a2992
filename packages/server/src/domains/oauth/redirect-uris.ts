const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
const MAX_LENGTH = 1024;
// URL parsers drop other characters, so that different texts would be the same address.
const VISIBLE = /^[!-~]+$/;

// Editors that open addresses of their own. Other schemes could start any program on the computer.
const EDITOR_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']);

const isEditor = ({ protocol }: URL): boolean => EDITOR_SCHEMES.has(protocol);

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname);

/** Whether a URL leads to a program on the computer of the user. */
export const isOnComputer = (url: URL): boolean => isLoopback(url) || isEditor(url);

/** The source of a content security policy that allows forms to lead to a redirect URI. */
export const policySource = (url: URL): string => (isEditor(url) ? url.protocol : url.origin);

/** Parses a redirect URI: https, http on the computer of the user, or of an editor; undefined for others. */
export const parseRedirectUri = (text: string): URL | undefined => {
  if (text.length > MAX_LENGTH || !VISIBLE.test(text) || text.includes('#') || !URL.canParse(text))
    return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || isOnComputer(url) ? url : undefined;
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
