import { emojiOf } from '../../../../site/src/document/data.ts';
import { PeopleOn } from '../../live/people.tsx';
import type { ContentPlace } from '../../pages/content-place.ts';
import { pageAddress } from '../../pages/page-address.ts';
import { ListedPageLink, useOpenPage } from '../../pages/page-link.tsx';
import { useDuplicatePage } from '../../pages/use-duplicate-page.ts';
import { NamedIcon } from '../../primitives/named-icon.tsx';
import { TreeView, treeLink } from '../../tree/tree-view.tsx';
import { PageMenu } from './page-menu.tsx';
import { type PageNode, pageTree } from './page-node.ts';
import { useDeletePage } from './use-delete-page.ts';
import type { PageChanges } from './use-page-changes.ts';

const TITLE_LENGTH = 300;

/** The pages of a space or a change request as a tree. */
export const PageTree = ({
  place,
  pages,
  currentId,
  changes,
  onInsert,
}: {
  readonly place: ContentPlace;
  readonly pages: readonly PageNode[];
  readonly currentId: string | undefined;
  /** Undefined if the user may not change the tree. */
  readonly changes: PageChanges | undefined;
  /** Inserts a page below another. */
  readonly onInsert: (into: string) => void;
}) => {
  const open = useOpenPage();
  const remove = useDeletePage(place);
  const duplicate = useDuplicatePage(place, pages);
  const contentOf = (node: PageNode) => (
    <>
      {node.emoji ? <span aria-hidden="true">{emojiOf(node.emoji)}</span> : <NamedIcon name={node.icon} />}
      <span className={treeLink.name}>{node.title}</span>
      <PeopleOn pageId={node.id} />
    </>
  );
  return (
    <TreeView
      kind="page"
      label="Pages"
      tree={pageTree}
      nodes={pages}
      currentId={currentId}
      changes={
        changes && {
          canChange: () => true,
          move: changes.move,
          rename: (node, title) => changes.rename(node.id, title),
          titleLength: TITLE_LENGTH,
          remove: (node) => void remove(node),
          menuOf: (node, rename) => (
            <PageMenu
              node={node}
              address={node.type === 'document' ? pageAddress(place, node) : undefined}
              onInsert={() => onInsert(node.id)}
              onRename={rename}
              onDuplicate={() => void duplicate(node)}
              onRemove={() => void remove(node)}
            />
          ),
        }
      }
      linkOf={(node, isCurrent) =>
        node.type === 'document' ? (
          <ListedPageLink
            place={place}
            path={node.path ?? ''}
            onOpen={() => void open(place, node.path ?? '')}
            className={treeLink.link}
            tabIndex={-1}
            // The row is dragged, not its address.
            draggable={false}
            aria-current={isCurrent ? 'page' : undefined}
            data-current={isCurrent || undefined}
          >
            {contentOf(node)}
          </ListedPageLink>
        ) : (
          <span className={`${treeLink.link} ${node.type === 'group' ? treeLink.group : ''}`}>
            {contentOf(node)}
          </span>
        )
      }
      onOpen={({ type, path }) => {
        if (type === 'document' && path !== undefined) void open(place, path);
      }}
    />
  );
};
