import type { IncomingHttpHeaders } from 'node:http';

/** What tells where a request of a browser was made. */
export interface RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  readonly host: string;
}

/** Whether a page of this very host made the request; what does not say so did not come from one. */
export const isSameOrigin = ({ headers, host }: RequestOrigin): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
};

/** Whether a page of another host made the request, as browsers say it themselves. */
export const isCrossSite = ({ headers }: RequestOrigin): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';
