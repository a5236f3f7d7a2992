import type { Request } from '../../api/operations.ts';
import type { SITE } from '../queries.ts';

type Upsert = Request<'PUT', `${typeof SITE}/redirects`>['body']['redirects'][number];

/** The destination of a redirect. */
export type Destination = NonNullable<Upsert['destination']>;

/** A redirect as it was written. */
export interface WrittenRedirect {
  readonly line: number;
  readonly source: string;
  /** Empty to delete the redirect; undefined if the line ends without saying so. */
  readonly destination: string | undefined;
  readonly isPermanent: boolean;
}

const fieldsOf = (line: string): readonly string[] => {
  // A field in quotes may contain the separator; two quotes are one.
  const fields = line.matchAll(/(?:^|[,;\t])(?:\s*"((?:[^"]|"")*)"\s*|([^,;\t]*))/g);
  return [...fields].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim());
};

/** Reads lines of “source, destination, permanent”: pasted from a table, or from a CSV file with or without a header. */
export const parseRedirects = (text: string): readonly WrittenRedirect[] =>
  text.split(/\r?\n/).flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    // Without a separator, spaces are one: “/old /new”.
    const [source = '', destination, option = ''] = /[,;\t]/.test(trimmed)
      ? fieldsOf(trimmed)
      : trimmed.split(/\s+(?:->|→)?\s*/);
    if (index === 0 && /^source$/i.test(source)) return [];
    return [
      {
        line: index + 1,
        source: source.startsWith('/') ? source : `/${source}`,
        destination,
        isPermanent: /^(?:permanent|true|yes|301|308)$/i.test(option),
      },
    ];
  });

/** A site space with the pages that redirects can lead to. */
export interface PlaceOfPages {
  readonly siteSpaceId: string;
  /** The path of readers, such as `/api/v1`. */
  readonly path: string;
  /** The ids of pages by their paths in the space. */
  readonly pages: ReadonlyMap<string, string>;
}

/** The destination that a text names: another address, or the path of a space or page of the site; undefined if there is none. */
export const destinationNamed = (text: string, places: readonly PlaceOfPages[]): Destination | undefined => {
  if (/^https?:\/\//i.test(text)) return { kind: 'external', url: text };
  const path = `/${text.replace(/^\/+|\/+$/g, '')}`;
  const found = places
    .filter(({ path: base }) => base === '/' || path === base || path.startsWith(`${base}/`))
    .toSorted((one, other) => other.path.length - one.path.length);
  for (const { siteSpaceId, path: base, pages } of found) {
    const rest = base === '/' ? path.slice(1) : path.slice(base.length + 1);
    if (rest === '') return { kind: 'site-space', siteSpaceId };
    const pageId = pages.get(rest);
    if (pageId !== undefined) return { kind: 'site-page', siteSpaceId, pageId };
  }
  return undefined;
};
