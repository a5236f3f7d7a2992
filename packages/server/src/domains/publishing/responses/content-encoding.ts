import type { PageResponse } from '../../../kernel/contract/operation.ts';

/** How answers are packed for their way, the smaller first. */
const ENCODINGS = ['br', 'gzip'] as const;

/** A way to pack an answer. */
export type Encoding = (typeof ENCODINGS)[number];

// Below this, a packet holds it anyway.
const SMALLEST = 1024;
// What is packed for one reader only must be worth the work.
const SMALLEST_ONCE = 8 * 1024;

const TEXT = /^(?:text\/|application\/(?:json|xml|rss\+xml)\b)/;

/** Of what there is, what a client takes most gladly; undefined for those who take things only as they are. */
export const acceptedEncoding = (accepted = ''): Encoding | undefined => {
  const wishes = new Map(
    accepted.split(',').map((wish) => {
      const [name = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const weightOf = (encoding: Encoding) => wishes.get(encoding) ?? wishes.get('*') ?? 0;
  const [best] = ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort(
    (one, other) => weightOf(other) - weightOf(one),
  );
  return best;
};

const headerOf = ({ headers }: PageResponse, name: string): string => String(headers[name] ?? '');

/** How an answer is sent to somebody; undefined where it is sent as it is. */
export const encodingFor = (
  answer: PageResponse,
  isKept: boolean,
  accepted: string | undefined,
): Encoding | undefined =>
  accepted !== undefined &&
  answer.content.length >= (isKept ? SMALLEST : SMALLEST_ONCE) &&
  TEXT.test(headerOf(answer, 'content-type')) &&
  !headerOf(answer, 'cache-control').includes('no-transform')
    ? acceptedEncoding(accepted)
    : undefined;

/** Whether an answer never changes under its address, so that packing it may take its time. */
export const isForEver = (answer: PageResponse): boolean =>
  headerOf(answer, 'cache-control').includes('immutable');

/** The name of something in the form in which it is sent: other bytes have another name. */
export const etagIn = (etag: string, encoding: Encoding | undefined): string =>
  encoding ? `${etag.slice(0, -1)}-${encoding}"` : etag;
