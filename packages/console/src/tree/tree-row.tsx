import { memo, type ReactNode, useRef, useState } from 'react';
import { InsideIcon } from '../primitives/line-icons.tsx';
import { RenameInput } from './rename-input.tsx';
import styles from './tree.module.css';
import type { DropPosition, Place, Tree, TreeNode, TreeRow } from './tree.ts';
import { type DragLibrary, useRowDrag } from './use-row-drag.ts';

/** What a user may change in a tree; without a function, they may not. */
export interface TreeChanges<Node extends TreeNode> {
  readonly canChange: (node: Node) => boolean;
  readonly move: (id: string, place: Place) => void;
  readonly rename: (node: Node, title: string) => void;
  readonly titleLength: number;
  readonly remove?: (node: Node) => void;
  /** The actions on an entry; `rename` starts to edit its title. */
  readonly menuOf: (node: Node, rename: () => void) => ReactNode;
}

const Row = <Node extends TreeNode>({
  kind,
  tree,
  nodes,
  row: { node, level, index, siblings, isExpanded },
  top,
  description,
  isCurrent,
  isActive,
  isRenaming,
  changes,
  dragLibrary,
  linkOf,
  onFocus,
  onToggle,
  onRename,
}: {
  readonly kind: string;
  readonly tree: Tree<Node>;
  readonly nodes: readonly Node[];
  readonly row: TreeRow<Node>;
  readonly top: number;
  /** Read to screen readers after the title. */
  readonly description: string | undefined;
  readonly isCurrent: boolean;
  /** Whether Tab leads to this row. */
  readonly isActive: boolean;
  readonly isRenaming: boolean;
  readonly changes: TreeChanges<Node> | undefined;
  readonly dragLibrary: DragLibrary | undefined;
  /** The link, which is not in the order of Tab. */
  readonly linkOf: (node: Node, isCurrent: boolean) => ReactNode;
  readonly onFocus: (id: string) => void;
  readonly onToggle: (id: string, isExpanded: boolean) => void;
  /** Starts to edit the title of an entry, or ends it. */
  readonly onRename: (id: string | undefined) => void;
}) => {
  const element = useRef<HTMLDivElement>(null);
  const [drop, setDrop] = useState<DropPosition>();
  const mayChange = changes?.canChange(node) ?? false;
  useRowDrag({
    library: dragLibrary,
    element,
    kind,
    id: node.id,
    isDraggable: mayChange && !isRenaming,
    isTarget: changes !== undefined,
    placeAfterDrop: (id, position) => tree.placeAfterDrop(nodes, id, node.id, position),
    onOver: setDrop,
    onDrop: (id, place) => changes?.move(id, place),
  });
  return (
    <div
      ref={element}
      role="treeitem"
      aria-level={level}
      aria-posinset={index + 1}
      aria-setsize={siblings}
      aria-expanded={isExpanded}
      aria-selected={isCurrent}
      aria-label={node.title}
      aria-description={description}
      data-node={node.id}
      data-drop={drop}
      tabIndex={isActive ? 0 : -1}
      className={styles.row}
      style={{ top, paddingInlineStart: `${(level - 1) * 0.875}rem` }}
      onFocus={() => onFocus(node.id)}
      onContextMenu={(event) => {
        // A right click opens the menu of the row, if it has one.
        const menu = element.current?.querySelector<HTMLElement>('[aria-haspopup]');
        if (!menu) return;
        event.preventDefault();
        menu.click();
      }}
    >
      {isRenaming ? (
        <RenameInput
          label={`Title of ${node.title}`}
          title={node.title}
          maxLength={changes?.titleLength ?? 0}
          onDone={(title) => {
            onRename(undefined);
            if (title !== undefined) changes?.rename(node, title);
            element.current?.focus();
          }}
        />
      ) : (
        <>
          {linkOf(node, isCurrent)}
          {mayChange && <span className={styles.menu}>{changes!.menuOf(node, () => onRename(node.id))}</span>}
        </>
      )}
      {isExpanded !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-label={`${isExpanded ? 'Collapse' : 'Expand'} ${node.title}`}
          data-expanded={isExpanded || undefined}
          onClick={() => onToggle(node.id, !isExpanded)}
        >
          <InsideIcon size={14} />
        </button>
      )}
    </div>
  );
};

/** The row of an entry, which can be dragged, renamed and expanded. While the tree scrolls, rows that stay are not drawn again. */
export const TreeRowView = memo(Row) as typeof Row;
