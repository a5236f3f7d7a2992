import type { IncomingMessage } from 'node:http';
import type { Notifications } from './database/notifications.ts';
import type { ProxyTrust } from './proxies.ts';

/** The internal path of requests for published sites. */
export const SITES_PATH = '/~site';

/** The site that a host serves: sites of an organization, one with a custom hostname, one behind a customer's proxy, or none. */
export type SiteHostName =
  | { readonly kind: 'organization'; readonly name: string }
  | { readonly kind: 'own'; readonly hostname: string }
  | { readonly kind: 'proxied'; readonly site: string }
  | { readonly kind: 'nobody' };

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The hostname in a Host header, without port and trailing dot. */
export const hostnameOf = (host: string): string =>
  host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/**
 * The site of a host; undefined for hosts of the API. Names below the sites domain never reach the API, also if there
 * is no such site.
 */
export const siteHostOf = (
  host: string,
  known: {
    /** The domain with the subdomains of organizations. */
    readonly domain: string;
    /** The host of the API. */
    readonly api: string;
    readonly isOwn: (hostname: string) => boolean;
  },
): SiteHostName | undefined => {
  const hostname = hostnameOf(host);
  if (hostname === hostnameOf(known.api)) return undefined;
  const suffix = `.${hostnameOf(known.domain)}`;
  if (hostname.endsWith(suffix)) {
    const name = hostname.slice(0, -suffix.length);
    return LABEL.test(name) ? { kind: 'organization', name } : { kind: 'nobody' };
  }
  return known.isOwn(hostname) ? { kind: 'own', hostname } : undefined;
};

// The path that customers' proxies forward to, as the API returns it for a site.
const PROXIED = /^\/sites\/([A-Za-z0-9]{20,40})(?=[/?#]|$)/;

/** Distinguishes requests for sites from those for the API. */
export interface SiteHosts {
  find(host: string, url?: string): SiteHostName | undefined;
  /** Sets the custom hostnames of sites. */
  setCustomHostnames(hostnames: readonly string[]): void;
}

/** The hosts of an installation; its own URL may be known only once it listens. */
export const createSiteHosts = (publicUrl: () => string, domain = 'localhost'): SiteHosts => {
  let own: ReadonlySet<string> = new Set();
  const isOwn = (hostname: string) => own.has(hostname);
  let [url, api] = ['', ''];
  return {
    find: (host, asked) => {
      const address = publicUrl();
      if (address !== url) [url, api] = [address, URL.canParse(address) ? new URL(address).host : ''];
      const found = siteHostOf(host, { domain, api, isOwn });
      const site = found ? undefined : asked && PROXIED.exec(asked)?.[1];
      return site ? { kind: 'proxied', site } : found;
    },
    setCustomHostnames: (hostnames) => {
      own = new Set(hostnames);
    },
  };
};

/** The host of a request, from X-Forwarded-Host of a trusted proxy or the Host header. */
export const requestHost = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trust: ProxyTrust,
): string => {
  const forwarded = trust(socket?.remoteAddress, 0) ? headers['x-forwarded-host'] : undefined;
  const last = Array.isArray(forwarded) ? forwarded.at(-1) : forwarded;
  return last?.split(',').at(-1)?.trim() || (headers.host ?? '');
};

/** Loads the custom hostnames of sites, and again whenever any process changes them. */
export const followCustomHostnames = async (
  hosts: SiteHosts,
  { on, onConnectionLost }: Pick<Notifications, 'on' | 'onConnectionLost'>,
  list: () => Promise<readonly string[]>,
  onError: (error: unknown) => void,
): Promise<void> => {
  const reload = async () => hosts.setCustomHostnames(await list());
  const onChange = () => void reload().catch(onError);
  on('site-hostnames', onChange);
  onConnectionLost(onChange);
  await reload();
};
