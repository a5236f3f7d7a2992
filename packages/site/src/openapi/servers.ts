import { objectOf } from '../document/data.ts';
import { listOf, type OpenApiDocument, resolve, serverUrl } from './description.ts';

type Json = Readonly<Record<string, unknown>>;

// A variable without a value may contain the scheme and host.
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|\{)/i;

const absolute = (server: Json, base: string): Json => {
  const address = serverUrl(server) || '/';
  if (ABSOLUTE.test(address) || !URL.canParse(address, base)) return server;
  const { variables: _, ...rest } = server;
  const url = new URL(address, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
  return { ...rest, url };
};

/** A URL without credentials and query, which may be secret. */
const withoutSecrets = (address: string): string => {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
};

/** Makes the server URLs of a document absolute; relative ones are resolved against the URL of the document. */
export function withAbsoluteServers(document: OpenApiDocument, address: string): OpenApiDocument {
  const base = withoutSecrets(address);
  const withServers = (holder: Json): Json => {
    const servers = listOf(holder.servers);
    return servers.length === 0
      ? holder
      : { ...holder, servers: servers.map((one) => absolute(objectOf(one), base)) };
  };
  const itemOf = (given: unknown): Json =>
    Object.fromEntries(
      Object.entries(withServers(resolve(given, document))).map(([name, value]) => [
        name,
        Object.hasOwn(objectOf(value), 'servers') ? withServers(objectOf(value)) : value,
      ]),
    );
  const paths = Object.entries(objectOf(document.paths)).map(([path, item]) => [path, itemOf(item)]);
  // The default server is the root of the host of the document.
  const servers = listOf(document.servers).length > 0 ? document.servers : [{ url: '/' }];
  return {
    ...withServers({ ...document, servers }),
    ...(paths.length > 0 && { paths: Object.fromEntries(paths) }),
  };
}
