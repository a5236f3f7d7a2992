import type { ContentRef, Document, Fragment, Node } from '@lectern/document';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FileTarget, RenderContext } from '../../../site/src/document/context.ts';
import { call } from '../api/client.ts';
import { keyOf } from '../api/queries.ts';
import { flatten, tableOfContents } from '../spaces/tree/page-node.ts';
import { type Comparison, readRevisionPages } from './comparison.ts';

const addFiles = (value: unknown, found: Set<string>): void => {
  if (value === null || typeof value !== 'object') return;
  if ('kind' in value && value.kind === 'file' && 'file' in value) found.add(String(value.file));
  else for (const field of Object.values(value)) addFiles(field, found);
};

const addFilesOf = (node: Node | Fragment, found: Set<string>): void => {
  if (node.object === 'text') return;
  if (node.object !== 'fragment') {
    addFiles(node.data, found);
    for (const part of node.fragments ?? []) addFilesOf(part, found);
  }
  for (const child of node.nodes ?? []) addFilesOf(child, found);
};

/** The ids of the files that documents show. */
export const filesIn = (...documents: readonly (Document | null | undefined)[]): string[] => {
  const found = new Set<string>();
  for (const document of documents) for (const node of document?.nodes ?? []) addFilesOf(node, found);
  return [...found];
};

/** A file of a revision of the comparison: the newer one, or the one that was deleted. */
const readFile = ({ spaceId, before, after }: Comparison, fileId: string) => {
  const path = '/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}';
  const fileAt = (revisionId: string) => call('GET', path, { params: { spaceId, revisionId, fileId } });
  return {
    queryKey: [...keyOf(path, { params: { spaceId, revisionId: after, fileId } }), before ?? ''],
    queryFn: () =>
      fileAt(after)
        .catch((error: unknown) => (before === undefined ? Promise.reject(error) : fileAt(before)))
        .catch(() => null),
    staleTime: Number.POSITIVE_INFINITY,
  };
};

/** The links and files of two compared documents. */
export const useRenderContext = (
  comparison: Comparison,
  documents: readonly (Document | null | undefined)[],
): RenderContext => {
  const { spaceId, after } = comparison;
  const { data: content } = useQuery(readRevisionPages(spaceId, after));
  const ids = useMemo(() => filesIn(...documents), [documents]);
  const files = useQueries({
    queries: ids.map((id) => readFile(comparison, id)),
    combine: (results) => results.map(({ data }) => data ?? undefined),
  });
  return useMemo(() => {
    const pages = new Map((content ? flatten(tableOfContents(content)) : []).map((node) => [node.id, node]));
    const known = new Map(ids.map((id, at) => [id, files[at]]));
    const hrefOf = (ref: ContentRef) => {
      if (ref.kind === 'url') return { href: ref.url, title: ref.url };
      if (ref.kind !== 'page' && ref.kind !== 'anchor') return undefined;
      const anchor = ref.kind === 'anchor' ? `#${ref.anchor}` : '';
      const node = ref.page === undefined ? undefined : pages.get(ref.page);
      if (node) return { href: `/app/s/${spaceId}/${node.path ?? ''}${anchor}`, title: node.title };
      return anchor === '' ? undefined : { href: anchor, title: anchor };
    };
    const fileOf = (ref: ContentRef): FileTarget | undefined => {
      const file = ref.kind === 'file' ? known.get(ref.file) : undefined;
      return (
        file && {
          href: file.downloadURL,
          name: file.name,
          size: file.size,
          contentType: file.contentType,
          ...file.dimensions,
        }
      );
    };
    return { language: 'en', hasBlockKeys: true, hrefOf, fileOf };
  }, [content, ids, files, spaceId]);
};
