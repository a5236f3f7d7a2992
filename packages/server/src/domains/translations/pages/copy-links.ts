import type { PageRecord } from '@lectern/document';

const KINDS = 'pages|files|reusable-contents|tags';

/** Rewrites links into a space to its copy, in which all ids are the same. */
export const createLinkRewriter = (sourceId: string, copyId: string) => {
  const url = new RegExp(
    `(\\]\\(<?|(?:href|src|url)=["'])/spaces/${sourceId}(/(?:${KINDS})/)?(?![A-Za-z0-9_-])`,
    'g',
  );
  const rewriteRef = (value: unknown): unknown => {
    const { space, ...rest } = value as { space?: unknown };
    if (space !== sourceId) return value;
    return 'kind' in rest && rest.kind === 'space' ? { ...rest, space: copyId } : rest;
  };
  return {
    /** URLs in Markdown: a link inside the space does not name the space. */
    markdown: (text: string): string =>
      text.includes(`/spaces/${sourceId}`)
        ? text.replace(url, (_match, before: string, path: string | undefined) =>
            path ? `${before}${path}` : `${before}/spaces/${copyId}`,
          )
        : text,
    /** References in the fields of a page, at any depth. */
    record: <T>(record: T): T =>
      JSON.parse(JSON.stringify(record), (_name, value: unknown) =>
        typeof value === 'object' && value !== null && 'space' in value ? rewriteRef(value) : value,
      ) as T,
  };
};

/** Whether a page was generated from a computed page: the copy generates its own. */
export const isGenerated = (record: unknown): boolean =>
  (record as Partial<PageRecord> | undefined)?.computedFrom !== undefined;
