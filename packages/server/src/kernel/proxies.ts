import { isIP } from 'node:net';
import { isExcepted, parseExceptions } from './egress-addresses.ts';

/** The trusted reverse proxies: their number, or their addresses; 0 means none. */
export type TrustedProxies = number | readonly string[];

/** Whether a hop is a trusted proxy, by its address or distance. */
export type ProxyTrust = (address: string | undefined, hop: number) => boolean;

const MAX_PROXIES = 10;

/** Parses LECTERN_TRUST_PROXY. */
export const parseTrustedProxies = (value: string): TrustedProxies => {
  if (value === 'true' || value === 'false') return value === 'true' ? 1 : 0;
  if (/^\d{1,2}$/.test(value) && Number(value) <= MAX_PROXIES) return Number(value);
  const entries = value.split(/[\s,]+/).filter((entry) => entry !== '');
  const error = () =>
    new Error(
      `must be true (one proxy), false, a number of proxies up to ${MAX_PROXIES}, or a list of their addresses and networks`,
    );
  try {
    const areNetworks = parseExceptions(entries).every(
      ({ kind, port }) => kind === 'network' && port === undefined,
    );
    if (entries.length === 0 || !areNetworks) throw error();
  } catch {
    throw error();
  }
  return entries;
};

/** The check for trusted proxies: forwarded headers count up to the farthest trusted one. */
export const proxyTrust = (proxies: TrustedProxies): ProxyTrust => {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  const networks = parseExceptions(proxies);
  return (address) =>
    address !== undefined &&
    // The address in a header may be any text.
    isIP(address) !== 0 &&
    isExcepted(networks, { host: '', port: 0, address });
};
