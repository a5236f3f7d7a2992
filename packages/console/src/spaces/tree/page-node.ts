import type { Response } from '../../api/operations.ts';

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

/** All entries of a tree, parents before their children. */
export const flatten = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.flatMap((node) => [node, ...flatten(childrenOf(node))]);

/** The first page that has a document: the one that a space opens with. */
export const firstPageOf = (nodes: readonly PageNode[]): PageNode | undefined =>
  flatten(nodes).find(({ type }) => type === 'document');

/** The entries above a page, from the top. */
export const ancestorsOf = (nodes: readonly PageNode[], id: string): readonly PageNode[] => {
  for (const node of nodes) {
    if (node.id === id) return [];
    const children = childrenOf(node);
    if (flatten(children).some((each) => each.id === id)) return [node, ...ancestorsOf(children, id)];
  }
  return [];
};
