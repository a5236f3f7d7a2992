import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import type { ApiError } from '../../../kernel/errors/errors.ts';

/** The only script of sign-in and account pages. */
export interface PageScript {
  /** The path with the hash of the content. */
  readonly src: string;
  /** The URL that the content security policy allows. */
  readonly url: string;
}

// Sign-in and account pages run at most one script and cannot be framed.
/** The content security policy, with the hosts that forms may lead to. */
export const pagePolicy = (formTargets = "'self'", script?: PageScript): string =>
  [
    "default-src 'none'",
    ...(script ? [`script-src ${script.url}`, "connect-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self' data: https:",
    `form-action ${formTargets}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join(';');

/** Whether the client accepts HTML; other clients get errors as JSON. */
export const acceptsHtml = ({ headers }: BrowserRequest): boolean =>
  headers.accept?.includes('text/html') === true;

/** Parses the query of a request. */
export const parseQuery = ({ url }: BrowserRequest): URLSearchParams =>
  new URL(url, 'http://here.invalid').searchParams;

type Headers = PageResponse['headers'];

/** A sign-in or account page, which is never cached. */
export const htmlPage = (content: string, status = 200, headers: Headers = {}): PageResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(),
    ...headers,
  },
  content,
});

/** Headers of pages with a secret in their URL: keeps it out of the Referer header. */
export const SECRET_ADDRESS = { 'referrer-policy': 'strict-origin' };

/** An error message as a sentence. */
export const sentenceOf = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;

/** A redirect with status 303. */
export const redirectTo = (location: string, headers: Headers = {}): PageResponse => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', ...headers },
  content: '',
});

/** The link at the end of a message page. */
export interface BackLink {
  readonly href: string;
  readonly text: string;
}

/** The link of pages for users who sign in. */
export const BACK_TO_SIGN_IN: BackLink = { href: '/login', text: 'Back to sign in' };

/** A link to the home of the console. */
export const BACK_TO_HOME: BackLink = { href: '/app', text: 'Go to your home' };

// The names of form fields in messages.
const FIELDS: Readonly<Record<string, string>> = {
  'body.email': 'The e-mail address',
  'body.displayName': 'The name',
  'body.password': 'The password',
  'body.organization': 'The name of the organization',
  'body.space': 'The name of the space',
  'body.token': 'The link',
  'body.present': 'The present password',
  'body.name': 'The name of the passkey',
  'body.credential': 'The passkey',
  'body.label': 'The name of the token',
  'body.days': 'The expiration of the token',
};

/** The text of an error for people. */
export const errorText = ({ details, message }: ApiError): string =>
  details
    ? details.map(({ path }) => `${FIELDS[path] ?? `“${path}”`} is missing or invalid.`).join(' ')
    : `${message}.`;
