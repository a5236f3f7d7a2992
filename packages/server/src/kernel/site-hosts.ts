import type { IncomingMessage } from 'node:http';
import type { Notifications } from './database/notifications.ts';
import type { ProxyTrust } from './proxies.ts';

/** Where requests for published sites go inside the server: no path that a client could ask for. */
export const SITES_PATH = '/~site';

/** Whose pages a host shows: those of an organization's sites, those of one site, of one behind its owner's proxy, or nobody's. */
export type SiteHostName =
  | { readonly kind: 'organization'; readonly name: string }
  | { readonly kind: 'own'; readonly hostname: string }
  | { readonly kind: 'proxied'; readonly site: string }
  | { readonly kind: 'nobody' };

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The name in a Host header, without the port and the dot that may end it. */
export const hostnameOf = (host: string): string =>
  host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/**
 * What a host is to sites; undefined for hosts of the API. A name below the domain of sites is never one of the API,
 * also where there is no such site: whoever guesses one finds nothing at all.
 */
export const siteHostOf = (
  host: string,
  known: {
    /** The domain of sites that share the names of their organizations. */
    readonly domain: string;
    /** The host that clients of the API use. */
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

// Where the proxies of owners forward to: what the API answers as the target of a site's proxy.
const PROXIED = /^\/sites\/([A-Za-z0-9]{20,40})(?=[/?#]|$)/;

/** Tells requests for sites from those for the API. */
export interface SiteHosts {
  find(host: string, url?: string): SiteHostName | undefined;
  /** Sets the hostnames that sites have for themselves. */
  setCustomHostnames(hostnames: readonly string[]): void;
}

/** The hosts of an installation; its own address may be known only once it listens. */
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

/** The host that a request is for, as the nearest trusted proxy or the client tells it. */
export const requestHost = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trust: ProxyTrust,
): string => {
  const forwarded = trust(socket?.remoteAddress, 0) ? headers['x-forwarded-host'] : undefined;
  const told = Array.isArray(forwarded) ? forwarded.at(-1) : forwarded;
  return told?.split(',').at(-1)?.trim() || (headers.host ?? '');
};

/** Keeps up with the hostnames that sites have for themselves, whichever process gives or takes one. */
export const followCustomHostnames = async (
  hosts: SiteHosts,
  { on, onConnectionLost }: Pick<Notifications, 'on' | 'onConnectionLost'>,
  list: () => Promise<readonly string[]>,
  onError: (error: unknown) => void,
): Promise<void> => {
  const follow = async () => hosts.setCustomHostnames(await list());
  const hear = () => void follow().catch(onError);
  on('site-hostnames', hear);
  onConnectionLost(hear);
  await follow();
};
