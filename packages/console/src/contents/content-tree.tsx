import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Book, Folder } from 'lucide-react';
import { useMemo } from 'react';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { TreeView, treeLink } from '../tree/tree-view.tsx';
import { CollectionMenu } from './collection-menu.tsx';
import { type ContentNode, contentTreeFor } from './content-node.ts';
import { useContents } from './queries.ts';
import { SpaceMenu } from './space-menu.tsx';
import { useContentChanges } from './use-content-changes.ts';

const TITLE_LENGTH = 50;

const addressOf = ({ kind, id }: ContentNode) =>
  kind === 'space'
    ? ({ to: '/s/$spaceId/$', params: { spaceId: id, _splat: '' } } as const)
    : ({ to: '/c/$collectionId', params: { collectionId: id } } as const);

/** The collections and spaces of an organization as a tree. */
export const ContentTree = ({
  organizationId,
  mayCreate,
}: {
  readonly organizationId: string;
  /** Whether the user may create at the top. */
  readonly mayCreate: boolean;
}) => {
  const navigate = useNavigate();
  const { collectionId } = useParams({ strict: false });
  const { nodes } = useContents(organizationId);
  const tree = useMemo(() => contentTreeFor(mayCreate), [mayCreate]);
  const changes = useContentChanges(organizationId, nodes);
  return (
    <TreeView
      kind="content"
      label="Spaces and collections"
      tree={tree}
      nodes={nodes}
      currentId={collectionId}
      collapsedKey={`collapsed:${organizationId}`}
      changes={{
        canChange: ({ mayChange }) => mayChange,
        move: changes.move,
        rename: changes.rename,
        titleLength: TITLE_LENGTH,
        menuOf: (node, rename) =>
          node.kind === 'space' ? (
            <SpaceMenu
              organizationId={organizationId}
              spaceId={node.id}
              title={node.title}
              isInTree
              onRename={rename}
            />
          ) : (
            <CollectionMenu organizationId={organizationId} node={node} isInTree onRename={rename} />
          ),
      }}
      linkOf={(node, isCurrent) => (
        <Link
          {...addressOf(node)}
          className={treeLink.link}
          tabIndex={-1}
          // The row is dragged, not its address.
          draggable={false}
          data-current={isCurrent || undefined}
        >
          <ContentIcon emoji={node.emoji} icon={node.kind === 'space' ? Book : Folder} />
          <span className={treeLink.name}>{node.title}</span>
        </Link>
      )}
      onOpen={(node) => void navigate(addressOf(node))}
    />
  );
};
