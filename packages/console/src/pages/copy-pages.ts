import { type ContentRef, type Document, mapRefs } from '@lectern/document';
import type { Request } from '../api/operations.ts';
import { childrenOf, flatten, type PageNode } from '../spaces/tree/page-node.ts';
import { type PageContent, type PageCover, tagNames } from './page-fields.ts';

type Change = Request<'POST', '/spaces/{spaceId}/content'>['body']['changes'][number];
type Insertion = Extract<Change, { readonly operation: 'insert_page' }>;

/** The most pages that one request can insert. */
export const MAX_COPIED = 50;

/** Where copies go. */
interface CopyPlace {
  readonly into: string | null;
  readonly at?: number;
}

/** References to the content of a space, as another space writes them; those between copied pages stay among the copies. */
const fromElsewhere =
  (spaceId: string, copied: ReadonlySet<string>) =>
  (ref: ContentRef): ContentRef => {
    const isLocal = 'space' in ref ? ref.space === undefined : true;
    if (!isLocal) return ref;
    if (ref.kind === 'page' || ref.kind === 'anchor')
      return ref.page === undefined || copied.has(ref.page) ? ref : { ...ref, space: spaceId };
    return ref.kind === 'file' || ref.kind === 'reusable-content' ? { ...ref, space: spaceId } : ref;
  };

/**
 * The changes that insert copies of a page and of those below it. `from` is the space of the originals if the copies go to another
 * one. A copy is named by the id of its original, so that links between them lead to the copies.
 */
export const insertionsOf = (
  root: PageNode,
  contents: ReadonlyMap<string, PageContent>,
  {
    place,
    from,
    title,
  }: { readonly place: CopyPlace; readonly from?: string | undefined; readonly title?: string },
): readonly Insertion[] => {
  const copied = new Set(flatten([root]).map(({ id }) => id));
  const change = from === undefined ? (ref: ContentRef) => ref : fromElsewhere(from, copied);
  const coverOf = ({ ref, refDark, ...rest }: PageCover): PageCover => ({
    ...rest,
    ...(ref !== undefined && { ref: change(ref as ContentRef) }),
    ...(refDark !== undefined && { refDark: change(refDark as ContentRef) }),
  });
  const insert = (node: PageNode, into: CopyPlace, name: string): readonly Insertion[] => {
    const content = contents.get(node.id);
    const document = content?.document as Document | undefined;
    const {
      description,
      emoji,
      icon,
      linkTitle,
      hidden,
      noIndex,
      noRobotsIndex,
      layout,
      cover,
      variables,
      condition,
    } = content ?? ({} as Partial<PageContent>);
    const target = (node as { readonly target?: ContentRef }).target;
    const insertion = {
      operation: 'insert_page',
      type: node.type,
      title: name,
      ref: node.id,
      ...into,
      ...(target && { target: change(target) }),
      ...Object.fromEntries(
        Object.entries({
          description,
          emoji,
          icon,
          linkTitle,
          hidden,
          noIndex,
          noRobotsIndex,
          layout,
          variables,
          condition,
        }).filter(([, value]) => value !== undefined),
      ),
      ...(content?.tags?.length && { tags: tagNames(content) }),
      ...(cover && { cover: coverOf(cover) }),
      ...(document && { document: { document: mapRefs(document, change) } }),
    } as Insertion;
    return [insertion, ...childrenOf(node).flatMap((child) => insert(child, { into: node.id }, child.title))];
  };
  return insert(root, place, title ?? root.title);
};
