import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import type { ApiError } from '../../../kernel/errors/errors.ts';

// Pages of the console run nothing and are shown in no frame.
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join(';');

/** Whether a person is going to read the answer: programs are told what is wrong as everywhere in the API. */
export const acceptsHtml = ({ headers }: BrowserRequest): boolean =>
  headers.accept?.includes('text/html') === true;

/** The query of a request. */
export const parseQuery = ({ url }: BrowserRequest): URLSearchParams =>
  new URL(url, 'http://here.invalid').searchParams;

type Headers = PageResponse['headers'];

/** A page of the console, for one person at one moment. */
export const htmlPage = (content: string, status = 200, headers: Headers = {}): PageResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    ...headers,
  },
  content,
});

/** Leads on to another address. */
export const redirectTo = (location: string, headers: Headers = {}): PageResponse => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', ...headers },
  content: '',
});

/** Where a page that says something leads. */
export interface BackLink {
  readonly href: string;
  readonly text: string;
}

/** The way back for those who sign in. */
export const BACK_TO_SIGN_IN: BackLink = { href: '/login', text: 'Back to sign in' };

/** The way on for those who are signed in. */
export const BACK_TO_ACCOUNT: BackLink = { href: '/account', text: 'Your account' };

// What people call the fields of forms.
const FIELDS: Readonly<Record<string, string>> = {
  'body.email': 'The e-mail address',
  'body.displayName': 'The name',
  'body.label': 'The name of the token',
  'body.days': 'The time after which the token ends',
};

/** Why something was not done, in words for people. */
export const errorText = ({ details, message }: ApiError): string =>
  details
    ? details.map(({ path }) => `${FIELDS[path] ?? `“${path}”`} is missing, or not valid.`).join(' ')
    : `${message}.`;
