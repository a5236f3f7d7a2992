import { objectOf } from '../document/data.ts';
import { addressOf, listOf, type OpenApiDocument, resolve } from './description.ts';

type Json = Readonly<Record<string, unknown>>;

// A variable that nobody filled in may stand for all of it.
const WHOLE = /^(?:[a-z][a-z\d+.-]*:|\{)/i;

const absolute = (server: Json, base: string): Json => {
  const address = addressOf(server) || '/';
  if (WHOLE.test(address) || !URL.canParse(address, base)) return server;
  const { variables: _, ...rest } = server;
  const url = new URL(address, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
  return { ...rest, url };
};

/** An address without what may be secret in it. */
const bareOf = (address: string): string => {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
};

/** A document whose servers have whole addresses: those that have not are relative to where it was found itself. */
export function foundAt(document: OpenApiDocument, address: string): OpenApiDocument {
  const base = bareOf(address);
  const located = (holder: Json): Json => {
    const servers = listOf(holder.servers);
    return servers.length === 0
      ? holder
      : { ...holder, servers: servers.map((one) => absolute(objectOf(one), base)) };
  };
  const itemOf = (given: unknown): Json =>
    Object.fromEntries(
      Object.entries(located(resolve(given, document))).map(([name, value]) => [
        name,
        Object.hasOwn(objectOf(value), 'servers') ? located(objectOf(value)) : value,
      ]),
    );
  const paths = Object.entries(objectOf(document.paths)).map(([path, item]) => [path, itemOf(item)]);
  // Without any, the root of where it was found is meant.
  const servers = listOf(document.servers).length > 0 ? document.servers : [{ url: '/' }];
  return {
    ...located({ ...document, servers }),
    ...(paths.length > 0 && { paths: Object.fromEntries(paths) }),
  };
}
