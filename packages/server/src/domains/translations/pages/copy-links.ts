import type { PageRecord } from '@lectern/document';

const KINDS = 'pages|files|reusable-contents|tags';

/** Makes what leads into a space lead into its copy, where the same things go by the same names. */
export const insideCopy = (sourceId: string, copyId: string) => {
  const written = new RegExp(
    `(\\]\\(<?|(?:href|src|url)=["'])/spaces/${sourceId}(/(?:${KINDS})/)?(?![A-Za-z0-9_-])`,
    'g',
  );
  const ref = (value: unknown): unknown => {
    const { space, ...rest } = value as { space?: unknown };
    if (space !== sourceId) return value;
    return 'kind' in rest && rest.kind === 'space' ? { ...rest, space: copyId } : rest;
  };
  return {
    /** Addresses in Markdown: those of things in the space itself need not name it. */
    markdown: (text: string): string =>
      text.includes(`/spaces/${sourceId}`)
        ? text.replace(written, (_found, before: string, inside: string | undefined) =>
            inside ? `${before}${inside}` : `${before}/spaces/${copyId}`,
          )
        : text,
    /** References in the fields of a page, however deep. */
    record: <T>(record: T): T =>
      JSON.parse(JSON.stringify(record), (_name, value: unknown) =>
        typeof value === 'object' && value !== null && 'space' in value ? ref(value) : value,
      ) as T,
  };
};

/** Whether a thing was made of a computed page: the copy makes its own, of the same. */
export const isMadeOfAnother = (thing: unknown): boolean =>
  (thing as Partial<PageRecord> | undefined)?.computedFrom !== undefined;
