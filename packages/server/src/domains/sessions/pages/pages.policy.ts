import type { BrowserRequest, PageAnswer } from '../../../kernel/contract/operation.ts';

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
export const isForPeople = ({ headers }: BrowserRequest): boolean =>
  headers.accept?.includes('text/html') === true;

/** The query of a request. */
export const queryOf = ({ url }: BrowserRequest): URLSearchParams =>
  new URL(url, 'http://here.invalid').searchParams;

type Headers = PageAnswer['headers'];

/** A page of the console, for one person at one moment. */
export const showPage = (content: string, status = 200, headers: Headers = {}): PageAnswer => ({
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
export const leadTo = (location: string, headers: Headers = {}): PageAnswer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', ...headers },
  content: '',
});
