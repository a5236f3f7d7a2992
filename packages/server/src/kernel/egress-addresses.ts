import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The target of an outbound connection: host name, port and, once resolved, an address. */
export interface EgressTarget {
  host: string;
  port: number;
  address?: string;
}

/** One parsed exception of LECTERN_EGRESS_ALLOW. */
export type EgressException = { port?: number } & (
  | { kind: 'name'; name: string }
  | { kind: 'subdomains'; suffix: string }
  | { kind: 'network'; network: Address; prefix: number }
);

// The metadata service of Azure has a public address.
const PUBLIC_LOOKING_METADATA = new Set(['168.63.129.16']);

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const ISATAP_MARK = 0x5efe;

/** Whether an IP address in text belongs to the public internet; anything unreadable does not. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv4 ? isPublicIPv4(address) : isPublicIPv6(address);
}

/** Whether one of the operator's exceptions covers the target. */
export function isExcepted(exceptions: readonly EgressException[], target: EgressTarget): boolean {
  return exceptions.some(
    (exception) =>
      (exception.port === undefined || exception.port === target.port) && matches(exception, target),
  );
}

/** Splits and checks the text of LECTERN_EGRESS_ALLOW; throws an error that names every bad entry. */
export function parseEgressAllow(text: string): string[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  parseExceptions(entries);
  return entries;
}

/** Parses allow entries into exceptions; throws an error that names every bad entry. */
export function parseExceptions(entries: readonly string[]): EgressException[] {
  const parsed = entries.map((entry) => ({ entry, exception: parseException(entry) }));
  const bad = parsed.filter(({ exception }) => exception === undefined).map(({ entry }) => `"${entry}"`);
  if (bad.length > 0) {
    throw new Error(`not a host, host:port, address, address:port or CIDR network: ${bad.join(', ')}`);
  }
  return parsed.flatMap(({ exception }) => exception ?? []);
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !PUBLIC_LOOKING_METADATA.has(address.toString());
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  // A NAT64 gateway turns these into IPv4, so the address inside decides.
  if (address.match(NAT64)) return isPublicIPv4(embeddedIPv4(address));
  // Other forms that embed IPv4 (6to4, Teredo, IPv4-compatible, IPv4-translated) are obsolete and rejected.
  if (!address.match(GLOBAL_UNICAST) || address.range() !== 'unicast') return false;
  return !isIsatap(address) || isPublicIPv4(embeddedIPv4(address));
}

function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high = 0, mark] = address.parts;
  // 0x0200 is the "globally unique" bit of the interface identifier.
  return mark === ISATAP_MARK && (high & ~0x0200) === 0;
}

function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

// IPv4-mapped IPv6 reaches the IPv4 host itself, so it is read as that address.
function parseAddress(text: string): Address {
  return ipaddr.process(text);
}

function matches(exception: EgressException, { host, address: text }: EgressTarget): boolean {
  if (exception.kind === 'name') return host === exception.name;
  if (exception.kind === 'subdomains') return host.endsWith(exception.suffix);
  if (text === undefined) return false;
  const address = parseAddress(text);
  return address.kind() === exception.network.kind() && address.match(exception.network, exception.prefix);
}

function parseException(entry: string): EgressException | undefined {
  if (entry.includes('/')) return parseNetwork(entry);
  // Bare IPv6 has colons of its own, so only the bracketed form can carry a port.
  if (isIP(entry) !== 0) return wholeAddress(entry);
  const [, host, portText] = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (host === undefined) return undefined;
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && (port < 1 || port > 65535)) return undefined;
  const address = host.startsWith('[') ? host.slice(1, -1) : host;
  if (isIP(address) !== 0) return { ...wholeAddress(address), port };
  return host.startsWith('*.')
    ? named(host.slice(2), (name) => ({ kind: 'subdomains', suffix: `.${name}`, port }))
    : named(host, (name) => ({ kind: 'name', name, port }));
}

function parseNetwork(entry: string): EgressException | undefined {
  const [, base = '', prefixText] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (isIP(base) === 0) return undefined;
  const network = ipaddr.parse(base);
  const prefix = Number(prefixText);
  return prefix <= network.toByteArray().length * 8 ? { kind: 'network', network, prefix } : undefined;
}

function wholeAddress(text: string): EgressException {
  const network = parseAddress(text);
  return { kind: 'network', network, prefix: network.toByteArray().length * 8 };
}

// Names are compared as URLs spell them: lower case, punycode, no final dot.
function named(host: string, build: (name: string) => EgressException): EgressException | undefined {
  const address = `http://${host}/`;
  if (/[\s@?#\\*%]/.test(host) || !URL.canParse(address)) return undefined;
  const name = new URL(address).hostname.replace(/\.$/, '');
  // Short forms such as 127.1 would silently become addresses; they must be written in full.
  return name !== '' && isIP(name) === 0 ? build(name) : undefined;
}
