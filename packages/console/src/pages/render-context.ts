import type { ContentRef, Document } from '@lectern/document';
import type { QueryClient } from '@tanstack/react-query';
import type { Embed, FileTarget, LinkTarget, RenderContext } from '../../../site/src/document/context.ts';
import { read } from '../api/queries.ts';
import type { ContentFile } from '../api/upload.ts';
import { flatten, type PageNode } from '../spaces/tree/page-node.ts';
import { type ContentPlace, readDocument, readFile, readReusableContent } from './content-place.ts';
import { createLazyRenderers } from './lazy-renderers.ts';
import { createLoads, type Loads } from './loads.ts';
import { APP, pageAddress } from './page-address.ts';
import type { ReusableOf } from './reusable-contents.ts';

/** A file as the renderer of documents needs it. */
const fileTarget = (file: ContentFile): FileTarget => ({
  href: file.downloadURL,
  name: file.name,
  size: file.size,
  contentType: file.contentType,
  ...file.dimensions,
});

/** How the documents of a space are rendered in the console, and what is still being loaded for it. */
export interface PageContext {
  readonly context: RenderContext;
  readonly loads: Loads;
  readonly reusableOf: ReusableOf;
  /** Shows a file that was just uploaded. */
  readonly addFile: (file: ContentFile) => void;
}

const fileKey = (space: string, file: string): string => `file ${space} ${file}`;

/** Makes the context of the documents of a space: links lead to its own pages, files and names are loaded when they are needed. */
export const createPageContext = (
  queries: QueryClient,
  place: ContentPlace,
  pages: readonly PageNode[],
): PageContext => {
  const { spaceId } = place;
  const loads = createLoads();
  const byId = new Map(flatten(pages).map((node) => [node.id, node]));

  const otherPage = (space: string, page: string): LinkTarget | undefined =>
    loads.get(`page ${space} ${page}`, async () => {
      const params = { spaceId: space, pageId: page };
      const found = await queries.fetchQuery(read('/spaces/{spaceId}/content/page/{pageId}', { params }));
      return { href: `${APP}/s/${space}/${'path' in found ? found.path : ''}`, title: found.title };
    });
  const pageOf = (space: string | undefined, page: string): LinkTarget | undefined => {
    if (space !== undefined && space !== spaceId) return otherPage(space, page);
    const node = byId.get(page);
    return (
      node && {
        href: pageAddress(place, node),
        title: node.title,
        ...(node.emoji !== undefined && { emoji: node.emoji }),
        ...(node.icon !== undefined && { icon: node.icon }),
      }
    );
  };
  const spaceOf = (space: string): LinkTarget | undefined =>
    loads.get(`space ${space}`, async () => {
      const { title } = await queries.fetchQuery(read('/spaces/{spaceId}', { params: { spaceId: space } }));
      return { href: `${APP}/s/${space}`, title };
    });
  const fileOf = (ref: ContentRef): FileTarget | undefined => {
    if (ref.kind !== 'file') return undefined;
    const space = ref.space ?? spaceId;
    const from = space === spaceId ? place : { spaceId: space };
    return loads.get(fileKey(space, ref.file), async () =>
      fileTarget(await queries.fetchQuery(readFile(from, ref.file))),
    );
  };
  const hrefOf = (ref: ContentRef): LinkTarget | undefined => {
    if (ref.kind === 'url') return { href: ref.url, title: ref.url };
    if (ref.kind === 'space') return spaceOf(ref.space);
    if (ref.kind === 'page') return pageOf(ref.space, ref.page);
    if (ref.kind !== 'anchor') return undefined;
    const anchor = `#${ref.anchor}`;
    if (ref.page === undefined) return { href: anchor, title: anchor };
    const target = pageOf(ref.space, ref.page);
    return target && { ...target, href: target.href + anchor };
  };
  const userOf = (userId: string) =>
    loads.get(`user ${userId}`, async () => {
      const { displayName } = await queries.fetchQuery(read('/users/{userId}', { params: { userId } }));
      return { name: displayName };
    });
  const embedOf = (url: string): Embed | undefined =>
    loads.get(`embed ${url}`, async () =>
      queries.fetchQuery(read('/spaces/{spaceId}/embed', { params: { spaceId }, query: { url } })),
    );
  const reusableOf: ReusableOf = (ref) => {
    if (ref.kind !== 'reusable-content') return undefined;
    const { reusableContent, space = spaceId } = ref;
    return loads.get(`reusable ${space} ${reusableContent}`, async () => {
      // A change request has its own contents; those of other spaces are as they are there.
      const from = space === spaceId ? place : { spaceId: space };
      const { document } = await queries.fetchQuery(readReusableContent(from, reusableContent));
      return document === undefined
        ? undefined
        : ((await queries.fetchQuery(readDocument(space, document))) as unknown as Document);
    });
  };
  return {
    context: { language: 'en', hrefOf, fileOf, userOf, embedOf, ...createLazyRenderers(loads) },
    loads,
    reusableOf,
    addFile: (file) => loads.set(fileKey(spaceId, file.id), fileTarget(file)),
  };
};
