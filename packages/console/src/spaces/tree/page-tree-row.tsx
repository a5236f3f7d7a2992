import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DropPosition, Place } from './move-page.ts';
import { PageMenu } from './page-menu.tsx';
import styles from './page-tree.module.css';
import { RenamePage } from './rename-page.tsx';
import type { PageChanges } from './use-page-changes.ts';
import { useRowDrag } from './use-row-drag.ts';
import type { TreeRow } from './visible-rows.ts';

/** A row of the page tree: a link to the page, which can be dragged, renamed and expanded. */
export const PageTreeRow = ({
  spaceId,
  row: { node, level, index, siblings, isExpanded },
  top,
  isCurrent,
  isActive,
  isRenaming,
  changes,
  onFocus,
  onToggle,
  onRename,
  placeAfterDrop,
}: {
  readonly spaceId: string;
  readonly row: TreeRow;
  readonly top: number;
  readonly isCurrent: boolean;
  /** Whether Tab leads to this row. */
  readonly isActive: boolean;
  readonly isRenaming: boolean;
  readonly changes: PageChanges | undefined;
  readonly onFocus: () => void;
  readonly onToggle: (isExpanded: boolean) => void;
  readonly onRename: (id: string | undefined) => void;
  readonly placeAfterDrop: (id: string, position: DropPosition) => Place | undefined;
}) => {
  const element = useRef<HTMLDivElement>(null);
  const [drop, setDrop] = useState<DropPosition>();
  useRowDrag({
    element,
    id: node.id,
    isEnabled: changes !== undefined && !isRenaming,
    placeAfterDrop,
    onOver: setDrop,
    onDrop: (id, place) => changes?.move(id, place),
  });
  const title = (
    <>
      {node.emoji && <span aria-hidden="true">{node.emoji}</span>}
      <span className={styles.name}>{node.title}</span>
    </>
  );
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
      data-page={node.id}
      data-type={node.type}
      data-drop={drop}
      tabIndex={isActive ? 0 : -1}
      className={styles.row}
      style={{ top, paddingInlineStart: `${(level - 1) * 0.875}rem` }}
      onFocus={onFocus}
    >
      {isRenaming ? (
        <RenamePage
          title={node.title}
          onDone={(renamed) => {
            onRename(undefined);
            if (renamed !== undefined) changes?.rename(node.id, renamed);
            element.current?.focus();
          }}
        />
      ) : node.type === 'document' ? (
        <Link
          to="/s/$spaceId/$"
          params={{ spaceId, _splat: node.path ?? '' }}
          className={styles.link}
          tabIndex={-1}
          data-current={isCurrent || undefined}
        >
          {title}
        </Link>
      ) : (
        <span className={styles.link}>{title}</span>
      )}
      {changes && !isRenaming && (
        <PageMenu spaceId={spaceId} node={node} changes={changes} onRename={() => onRename(node.id)} />
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
