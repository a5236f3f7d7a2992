import type { PageResponse } from '../../../kernel/contract/operation.ts';
import type { BrowserAdmissionResult } from '../visitor-access/browser-admission.service.ts';

/** A plain text response that is not cached. */
export const textResponse = (
  status: number,
  content: string,
  headers: Readonly<Record<string, string>> = {},
): PageResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  content,
});

/** Response for a missing site, and for one that must not be revealed. */
export const NOT_FOUND = textResponse(404, 'Not found.\n');
/** Response for an invalid URL. */
export const INVALID_URL = textResponse(400, 'The URL is not valid.\n');

const SIGN_IN_REQUIRED = 'Sign in to read this site.\n';

/** Response for a visitor without a valid token; `siteUrl` tells people where to sign in again, and `metadataUrl` programs. */
export const unauthorizedResponse = (
  isTokenRejected: boolean,
  { siteUrl, metadataUrl }: { readonly siteUrl?: string; readonly metadataUrl?: string | undefined } = {},
): PageResponse =>
  textResponse(
    401,
    siteUrl === undefined
      ? SIGN_IN_REQUIRED
      : `${SIGN_IN_REQUIRED}Your sign-in link is invalid or has expired. Sign in again at ${siteUrl}\n`,
    {
      'www-authenticate': [
        'Bearer realm="site"',
        ...(isTokenRejected ? ['error="invalid_token"'] : []),
        ...(metadataUrl === undefined ? [] : [`resource_metadata="${metadataUrl}"`]),
      ].join(', '),
    },
  );

/** A redirect that is not cached. */
export const redirectResponse = (
  location: string,
  { status = 307, cookies = [] }: { readonly status?: number; readonly cookies?: readonly string[] } = {},
): PageResponse => ({
  status,
  headers: {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/plain; charset=utf-8',
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
  },
  content: '',
});

/** Response to a visitor who is redirected or refused before being admitted. */
export const admissionResponse = (
  result: Extract<BrowserAdmissionResult, { kind: 'redirect' | 'error' }>,
): PageResponse =>
  result.kind === 'redirect'
    ? redirectResponse(result.location, result)
    : textResponse(result.status, `${result.message}\n`);
