import { Link, useNavigate } from '@tanstack/react-router';
import { emojiOf } from '../../../../site/src/document/data.ts';
import { TreeView, treeLink } from '../../tree/tree-view.tsx';
import { PageMenu } from './page-menu.tsx';
import { type PageNode, pageTree } from './page-node.ts';
import type { PageChanges } from './use-page-changes.ts';

const TITLE_LENGTH = 300;

/** The pages of a space as a tree. */
export const PageTree = ({
  spaceId,
  pages,
  currentId,
  changes,
}: {
  readonly spaceId: string;
  readonly pages: readonly PageNode[];
  readonly currentId: string | undefined;
  /** Undefined if the user may not change the tree. */
  readonly changes: PageChanges | undefined;
}) => {
  const navigate = useNavigate();
  const contentOf = (node: PageNode) => (
    <>
      {node.emoji && <span aria-hidden="true">{emojiOf(node.emoji)}</span>}
      <span className={treeLink.name}>{node.title}</span>
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
          menuOf: (node, rename) => (
            <PageMenu spaceId={spaceId} node={node} changes={changes} onRename={rename} />
          ),
        }
      }
      linkOf={(node, isCurrent) =>
        node.type === 'document' ? (
          <Link
            to="/s/$spaceId/$"
            params={{ spaceId, _splat: node.path ?? '' }}
            className={treeLink.link}
            tabIndex={-1}
            // The row is dragged, not its address.
            draggable={false}
            data-current={isCurrent || undefined}
          >
            {contentOf(node)}
          </Link>
        ) : (
          <span className={`${treeLink.link} ${node.type === 'group' ? treeLink.group : ''}`}>
            {contentOf(node)}
          </span>
        )
      }
      onOpen={({ type, path }) => {
        if (type === 'document' && path !== undefined)
          void navigate({ to: '/s/$spaceId/$', params: { spaceId, _splat: path } });
      }}
    />
  );
};
