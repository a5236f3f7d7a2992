import { isIP } from 'node:net';
import { isExcepted, parseExceptions } from './egress-addresses.ts';

/** Which proxies tell where requests come from: so many in front, or those at some addresses; 0 is none. */
export type TrustedProxies = number | readonly string[];

/** Whether one is believed what it says of a request: whoever has an address, so many hops away from here. */
export type ProxyTrust = (address: string | undefined, hop: number) => boolean;

const MOST = 10;

/** Reads what an operator says of the proxies in front. */
export const parseTrustedProxies = (value: string): TrustedProxies => {
  if (value === 'true' || value === 'false') return value === 'true' ? 1 : 0;
  if (/^\d{1,2}$/.test(value) && Number(value) <= MOST) return Number(value);
  const entries = value.split(/[\s,]+/).filter((entry) => entry !== '');
  const wrong = () =>
    new Error(
      `must be true (one proxy), false, a number of proxies up to ${MOST}, or a list of their addresses and networks`,
    );
  try {
    const isNetwork = parseExceptions(entries).every(
      ({ kind, port }) => kind === 'network' && port === undefined,
    );
    if (entries.length === 0 || !isNetwork) throw wrong();
  } catch {
    throw wrong();
  }
  return entries;
};

/** Tells the proxies in front from those who only say that they are: what the farthest trusted one saw counts, nothing that is said beyond it. */
export const proxyTrust = (proxies: TrustedProxies): ProxyTrust => {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  const networks = parseExceptions(proxies);
  return (address) =>
    address !== undefined &&
    // What is said to be an address may be any text.
    isIP(address) !== 0 &&
    isExcepted(networks, { host: '', port: 0, address });
};
