import { isIP } from 'node:net';
import { type Egress, EgressError } from './egress.ts';
import { parseUrl } from './egress-hops.ts';

/** Why an address that somebody states will never be called; names are looked up when they are called. */
export const checkCallbackUrl = async (egress: Egress, url: string): Promise<EgressError | undefined> => {
  try {
    const host = parseUrl(url).hostname.replace(/^\[|\]$|\.+$/g, '');
    if (isIP(host) !== 0 || /(^|\.)localhost$/.test(host)) await egress.check(url);
    return undefined;
  } catch (error) {
    if (error instanceof EgressError) return error;
    throw error;
  }
};
