import { API_PREFIX } from './contract/paths.ts';

/** The URL of a server without PUBLIC_URL. */
export const listeningUrl = (host: string, port: number): string => {
  // The wildcard addresses cannot be connected to.
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/** Builds the URLs in API responses. */
export interface Links {
  /** The URL of an object in the API. */
  readonly apiUrl: (path: string) => string;
  /** The URL of an object in the web app. */
  readonly appUrl: (path: string) => string;
  /** The URL of a file. */
  readonly fileUrl: (path: string) => string;
  /** The origin of the sites of an organization, by its subdomain. */
  readonly sharedSitesOrigin: (name: string) => string;
  /** The origin of a site with a custom hostname. */
  readonly customSiteOrigin: (hostname: string) => string;
  /** Whether a hostname belongs to the server or its sites domain. */
  readonly isOwnHostname: (hostname: string) => boolean;
}

/** Builds URLs from the public URL, whose port may be known only once the server listens. */
export const createLinks = (
  publicUrl: () => string,
  sites: { readonly domain: string | undefined; readonly port: () => number },
): Links => {
  const base = () => new URL(publicUrl());
  return {
    apiUrl: (path) => publicUrl() + API_PREFIX + path,
    // Page paths may contain any letters and have to be percent-encoded.
    appUrl: (path) => `${publicUrl()}/app${encodeURI(path.toWellFormed())}`,
    fileUrl: (path) => publicUrl() + path,
    // Browsers resolve *.localhost to the loopback address, so no DNS is needed to try a site.
    sharedSitesOrigin: (name) =>
      sites.domain
        ? `${base().protocol}//${name}.${sites.domain}`
        : `http://${name}.localhost:${sites.port()}`,
    customSiteOrigin: (hostname) => {
      const { protocol, port } = base();
      return `${protocol}//${hostname}${port && `:${port}`}`;
    },
    isOwnHostname: (hostname) => {
      const domain = sites.domain?.split(':')[0] ?? 'localhost';
      return hostname === base().hostname || hostname === domain || hostname.endsWith(`.${domain}`);
    },
  };
};
