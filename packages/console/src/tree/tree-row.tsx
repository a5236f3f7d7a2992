import { ChevronRight } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { RenameInput } from './rename-input.tsx';
import styles from './tree.module.css';
import type { DropPosition, Place, TreeNode, TreeRow } from './tree.ts';
import { useRowDrag } from './use-row-drag.ts';

/** The row of an entry, which can be dragged, renamed and expanded. */
export const TreeRowView = <Node extends TreeNode>({
  kind,
  row: { node, level, index, siblings, isExpanded },
  top,
  isCurrent,
  isActive,
  isRenaming,
  isMovable,
  hasTargets,
  titleLength,
  menu,
  children,
  onFocus,
  onToggle,
  onRenamed,
  onMove,
  placeAfterDrop,
}: {
  readonly kind: string;
  readonly row: TreeRow<Node>;
  readonly top: number;
  readonly isCurrent: boolean;
  /** Whether Tab leads to this row. */
  readonly isActive: boolean;
  readonly isRenaming: boolean;
  readonly isMovable: boolean;
  /** Whether other rows can be dropped on this one. */
  readonly hasTargets: boolean;
  readonly titleLength: number;
  readonly menu: ReactNode;
  /** The link, which is not in the order of Tab. */
  readonly children: ReactNode;
  readonly onFocus: () => void;
  readonly onToggle: (isExpanded: boolean) => void;
  readonly onRenamed: (title: string | undefined) => void;
  readonly onMove: (id: string, place: Place) => void;
  readonly placeAfterDrop: (id: string, position: DropPosition) => Place | undefined;
}) => {
  const element = useRef<HTMLDivElement>(null);
  const [drop, setDrop] = useState<DropPosition>();
  useRowDrag({
    element,
    kind,
    id: node.id,
    isDraggable: isMovable && !isRenaming,
    isTarget: hasTargets,
    placeAfterDrop,
    onOver: setDrop,
    onDrop: onMove,
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
      data-node={node.id}
      data-drop={drop}
      tabIndex={isActive ? 0 : -1}
      className={styles.row}
      style={{ top, paddingInlineStart: `${(level - 1) * 0.875}rem` }}
      onFocus={onFocus}
    >
      {isRenaming ? (
        <RenameInput
          label={`Title of ${node.title}`}
          title={node.title}
          maxLength={titleLength}
          onDone={(title) => {
            onRenamed(title);
            element.current?.focus();
          }}
        />
      ) : (
        <>
          {children}
          {menu && <span className={styles.menu}>{menu}</span>}
        </>
      )}
      {isExpanded !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-label={`${isExpanded ? 'Collapse' : 'Expand'} ${node.title}`}
          data-expanded={isExpanded || undefined}
          onClick={() => onToggle(!isExpanded)}
        >
          <ChevronRight size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
};
