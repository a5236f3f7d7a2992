import { isIP } from 'node:net';
import { type Egress, EgressError } from './egress.ts';
import { parseUrl } from './egress-hops.ts';

/** The error of a URL that can never be called (loopback or private address); host names are resolved at the time of the call. */
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
