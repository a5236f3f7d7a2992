import { API_PREFIX } from './contract/paths.ts';

/** The address of a server that was given none: where it listens. */
export const listeningUrl = (host: string, port: number): string => {
  // Listening everywhere is no address that anybody could use.
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/** Makes the addresses that objects carry. */
export interface Links {
  /** Where the API has an object. */
  readonly apiUrl: (path: string) => string;
  /** Where people meet it. */
  readonly appUrl: (path: string) => string;
  /** Where browsers get bytes. */
  readonly fileUrl: (path: string) => string;
  /** The origin of sites that share the name of their organization. */
  readonly sharedSitesOrigin: (name: string) => string;
  /** The origin of a site with a hostname of its own. */
  readonly customSiteOrigin: (hostname: string) => string;
  /** Whether a hostname is the server's own, or one of those that it gives to organizations. */
  readonly isOwnHostname: (hostname: string) => boolean;
}

/** Links below the server's public address, whose port may be known only once it listens. */
export const createLinks = (
  publicUrl: () => string,
  sites: { readonly domain: string | undefined; readonly port: () => number },
): Links => {
  const door = () => new URL(publicUrl());
  return {
    apiUrl: (path) => publicUrl() + API_PREFIX + path,
    // Paths of pages have letters of all scripts, addresses do not.
    appUrl: (path) => `${publicUrl()}/app${encodeURI(path.toWellFormed())}`,
    fileUrl: (path) => publicUrl() + path,
    // Browsers find every name below localhost on the machine itself: no DNS is needed to try a site.
    sharedSitesOrigin: (name) =>
      sites.domain
        ? `${door().protocol}//${name}.${sites.domain}`
        : `http://${name}.localhost:${sites.port()}`,
    customSiteOrigin: (hostname) => {
      const { protocol, port } = door();
      return `${protocol}//${hostname}${port && `:${port}`}`;
    },
    isOwnHostname: (hostname) => {
      const domain = sites.domain?.split(':')[0] ?? 'localhost';
      return hostname === door().hostname || hostname === domain || hostname.endsWith(`.${domain}`);
    },
  };
};
