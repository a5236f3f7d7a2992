import type { Response } from '../../api/operations.ts';
import { treeOf } from '../../tree/tree.ts';

/** A page, group or link in the table of contents of a space. */
export interface PageNode {
  readonly id: string;
  readonly type: 'document' | 'group' | 'link' | 'computed';
  readonly title: string;
  readonly emoji?: string;
  readonly icon?: string;
  /** Links have none. */
  readonly path?: string;
  readonly pages?: readonly PageNode[];
}

/** The table of contents in a response. */
export const tableOfContents = ({
  pages,
}: Response<'GET', '/spaces/{spaceId}/content/pages'>): readonly PageNode[] => pages as readonly PageNode[];

/** The pages below an entry. */
export const childrenOf = ({ pages = [] }: PageNode): readonly PageNode[] => pages;

/** Trees of pages: links cannot have entries below them, and groups are at the top only. */
export const pageTree = treeOf<PageNode>({
  childrenOf,
  withChildren: (node, pages) => ({ ...node, pages }),
  canHold: (parent, child) => parent === undefined || (parent.type !== 'link' && child.type !== 'group'),
});

/** All entries of a tree, and the entries above one. */
export const { flatten, ancestorsOf } = pageTree;

/** The first page that has a document: the one that a space opens with. */
export const firstPageOf = (nodes: readonly PageNode[]): PageNode | undefined =>
  flatten(nodes).find(({ type }) => type === 'document');
