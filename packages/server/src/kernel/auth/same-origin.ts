import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request that show its origin. */
export interface RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  readonly host: string;
}

/** Whether a page of the same host sent the request. Requests without origin headers do not count. */
export const isSameOrigin = ({ headers, host }: RequestOrigin): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
};

/** Whether a page of another host sent the request, by its Sec-Fetch-Site header. */
export const isCrossSite = ({ headers }: RequestOrigin): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';
