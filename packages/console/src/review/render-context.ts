import type { ContentRef, Document, Fragment, Node } from '@lectern/document';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { FileTarget, RenderContext } from '../../../site/src/document/context.ts';
import { call } from '../api/client.ts';
import { keyOf } from '../api/queries.ts';
import { createLazyRenderers } from '../pages/lazy-renderers.ts';
import { createLoads } from '../pages/loads.ts';
import { flatten, tableOfContents } from '../spaces/tree/page-node.ts';
import { type Comparison, readRevisionPages } from './comparison.ts';
import { highlightMarked } from './difference/highlight-marked.ts';

/** The ids of the content that documents show but do not hold. */
interface Shown {
  readonly files: Set<string>;
  readonly reusableContents: Set<string>;
}

const addRefs = (value: unknown, shown: Shown): void => {
  if (value === null || typeof value !== 'object') return;
  if ('kind' in value && value.kind === 'file' && 'file' in value) shown.files.add(String(value.file));
  else if ('kind' in value && value.kind === 'reusable-content' && 'reusableContent' in value)
    shown.reusableContents.add(String(value.reusableContent));
  else for (const field of Object.values(value)) addRefs(field, shown);
};

const addRefsOf = (node: Node | Fragment, shown: Shown): void => {
  if (node.object === 'text') return;
  if (node.object !== 'fragment') {
    addRefs(node.data, shown);
    for (const part of node.fragments ?? []) addRefsOf(part, shown);
  }
  for (const child of node.nodes ?? []) addRefsOf(child, shown);
};

const shownIn = (documents: readonly (Document | null | undefined)[]) => {
  const shown: Shown = { files: new Set(), reusableContents: new Set() };
  for (const document of documents) for (const node of document?.nodes ?? []) addRefsOf(node, shown);
  return { files: [...shown.files], reusableContents: [...shown.reusableContents] };
};

/** Something of a revision of the comparison: of the newer one, or of the older one if it was deleted. */
const readInEither = <Found>(
  { before, after }: Comparison,
  queryKey: readonly unknown[],
  readAt: (revisionId: string) => Promise<Found>,
) => ({
  queryKey: [...queryKey, before ?? ''],
  queryFn: () =>
    readAt(after)
      .catch((error: unknown) => (before === undefined ? Promise.reject(error) : readAt(before)))
      .catch(() => null),
  staleTime: Number.POSITIVE_INFINITY,
});

const readFile = (comparison: Comparison, fileId: string) => {
  const path = '/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}';
  const requestAt = (revisionId: string) => ({ params: { spaceId: comparison.spaceId, revisionId, fileId } });
  return readInEither(comparison, keyOf(path, requestAt(comparison.after)), (revisionId) =>
    call('GET', path, requestAt(revisionId)),
  );
};

const readReusableContent = (comparison: Comparison, reusableContentId: string) => {
  const path = '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}';
  const requestAt = (revisionId: string) => ({
    params: { spaceId: comparison.spaceId, revisionId, reusableContentId },
  });
  return readInEither(comparison, keyOf(path, requestAt(comparison.after)), (revisionId) =>
    call('GET', path, requestAt(revisionId)),
  );
};

/** The links, files and reusable contents of two compared documents. */
export const useRenderContext = (
  comparison: Comparison,
  documents: readonly (Document | null | undefined)[],
): RenderContext => {
  const { spaceId, after } = comparison;
  const { data: content } = useQuery(readRevisionPages(spaceId, after));
  const shown = useMemo(() => shownIn(documents), [documents]);
  const files = useQueries({
    queries: shown.files.map((id) => readFile(comparison, id)),
    combine: (results) => results.map(({ data }) => data ?? undefined),
  });
  const contents = useQueries({
    queries: shown.reusableContents.map((id) => readReusableContent(comparison, id)),
    combine: (results) => results.map(({ data }) => data ?? undefined),
  });
  const loads = useMemo(createLoads, []);
  const arrivals = useSyncExternalStore(loads.subscribe, loads.version);
  const renderers = useMemo(() => {
    const { math, highlight } = createLazyRenderers(loads);
    return { math, highlight: highlightMarked(highlight) };
  }, [loads]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived makes another rendering
  return useMemo(() => {
    const pages = new Map((content ? flatten(tableOfContents(content)) : []).map((node) => [node.id, node]));
    const known = new Map(shown.files.map((id, at) => [id, files[at]]));
    const titles = new Map(shown.reusableContents.map((id, at) => [id, contents[at]?.title]));
    const hrefOf = (ref: ContentRef) => {
      if (ref.kind === 'url') return { href: ref.url, title: ref.url };
      if (ref.kind === 'reusable-content')
        return { href: `/app/s/${ref.space ?? spaceId}`, title: titles.get(ref.reusableContent) ?? '' };
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
    return { language: 'en', hasBlockKeys: true, hrefOf, fileOf, ...renderers };
  }, [content, shown, files, contents, spaceId, renderers, arrivals]);
};
