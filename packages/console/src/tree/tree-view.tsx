import { useRouter } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import styles from './tree.module.css';
import type { Step, Tree, TreeNode, TreeRow } from './tree.ts';
import { type TreeChanges, TreeRowView } from './tree-row.tsx';
import { useCollapsed } from './use-collapsed.ts';
import { type DragLibrary, loadDragging } from './use-row-drag.ts';

const ROW_HEIGHT = 32;
const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** Scrolls as little as needed to show a row with one beside it. */
const scrollToRow = (scroller: HTMLElement, index: number): void => {
  const top = (index - 1) * ROW_HEIGHT;
  const bottom = (index + 2) * ROW_HEIGHT;
  const { scrollTop, clientHeight } = scroller;
  if (top < scrollTop) scroller.scrollTop = top;
  else if (bottom > scrollTop + clientHeight) scroller.scrollTop = bottom - clientHeight;
};

/** A tree: arrow keys walk it, Alt with an arrow key moves an entry, F2 renames it, Delete deletes it. */
export const TreeView = <Node extends TreeNode>({
  kind,
  label,
  tree,
  nodes,
  currentId,
  collapsedKey,
  changes,
  linkOf,
  descriptionOf,
  onOpen,
}: {
  /** Rows are dropped on rows of the same kind. */
  readonly kind: string;
  readonly label: string;
  readonly tree: Tree<Node>;
  readonly nodes: readonly Node[];
  readonly currentId: string | undefined;
  /** Where collapsed entries are remembered in this browser. */
  readonly collapsedKey?: string;
  /** Undefined if the user may change nothing. */
  readonly changes: TreeChanges<Node> | undefined;
  /** The content of a row: a link outside of the order of Tab, with the class names of the tree. */
  readonly linkOf: (node: Node, isCurrent: boolean) => ReactNode;
  /** What a row shows beside the title, for screen readers. */
  readonly descriptionOf?: (node: Node) => string | undefined;
  readonly onOpen: (node: Node) => void;
}) => {
  const { collapsed, toggle } = useCollapsed(collapsedKey);
  const [focused, setFocused] = useState<string>();
  const [renaming, setRenaming] = useState<string>();
  const [dragLibrary, setDragLibrary] = useState<DragLibrary>();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => tree.visibleRows(nodes, collapsed), [tree, nodes, collapsed]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // Another function would place all rows again.
    getItemKey: useCallback((index: number) => rows[index]!.node.id, [rows]),
  });
  // The current row is shown when it becomes the current one, not again after each change of the tree.
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === currentId) return;
    const index = rows.findIndex(({ node }) => node.id === currentId);
    if (index === -1) {
      // Below collapsed entries, which are expanded first.
      for (const { id } of currentId === undefined ? [] : tree.ancestorsOf(nodes, currentId))
        toggle(id, true);
      return;
    }
    shown.current = currentId;
    scrollToRow(scroller.current!, index);
  }, [rows, currentId, tree, nodes, toggle]);
  // After a navigation, the router scrolls the tree to where it was before.
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', () => {
        const index = rows.findIndex(({ node }) => node.id === currentId);
        if (index !== -1 && scroller.current) scrollToRow(scroller.current, index);
      }),
    [router, rows, currentId],
  );
  // One row can be reached with Tab: the one focused last, the current one, or the first.
  const active = useMemo(
    () =>
      rows.find(({ node }) => node.id === focused) ??
      rows.find(({ node }) => node.id === currentId) ??
      rows[0],
    [rows, focused, currentId],
  );

  /** Focuses a row after it was rendered. */
  const focusNode = (id: string) =>
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus(),
    );
  const focusRow = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFocused(row.node.id);
    scrollToRow(scroller.current!, index);
    focusNode(row.node.id);
  };

  const walk = (event: KeyboardEvent, row: TreeRow<Node>, index: number): boolean => {
    const step = STEPS[event.key];
    const mayChange = changes?.canChange(row.node) ?? false;
    if (event.altKey) {
      const place = step && mayChange ? tree.placeAfterStep(nodes, row.node.id, step) : undefined;
      if (place) {
        changes!.move(row.node.id, place);
        // A row that is moved in the document loses the focus.
        focusNode(row.node.id);
      }
      return step !== undefined;
    }
    switch (event.key) {
      case 'ArrowDown':
        focusRow(index + 1);
        return true;
      case 'ArrowUp':
        focusRow(index - 1);
        return true;
      case 'Home':
        focusRow(0);
        return true;
      case 'End':
        focusRow(rows.length - 1);
        return true;
      case 'ArrowRight':
        if (row.isExpanded === false) toggle(row.node.id, true);
        else if (row.isExpanded) focusRow(index + 1);
        return true;
      case 'ArrowLeft':
        if (row.isExpanded) toggle(row.node.id, false);
        else if (row.parent) focusRow(rows.findIndex(({ node }) => node.id === row.parent!.id));
        return true;
      case 'Enter':
        onOpen(row.node);
        return true;
      case 'Delete':
        if (!mayChange || !changes?.remove) return false;
        focusRow(index > 0 ? index - 1 : index + 1);
        changes.remove(row.node);
        return true;
      case 'F2':
        if (mayChange) setRenaming(row.node.id);
        return true;
      case 'F10':
      case 'ContextMenu': {
        if (event.key === 'F10' && !event.shiftKey) return false;
        const menu = scroller.current?.querySelector<HTMLElement>(
          `[data-node="${CSS.escape(row.node.id)}"] [aria-haspopup]`,
        );
        menu?.click();
        return menu !== null;
      }
      default:
        return false;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys in menus and buttons of a row are theirs.
    if ((event.target as Element).getAttribute('role') !== 'treeitem') return;
    const index = rows.findIndex(({ node }) => node.id === active?.node.id);
    const row = rows[index];
    if (row && renaming === undefined && walk(event, row, index)) event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      // Nothing is dragged before a pointer is here.
      onPointerEnter={() => {
        if (changes && !dragLibrary) loadDragging().then(setDragLibrary, () => undefined);
      }}
    >
      <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]!;
          return (
            <TreeRowView
              key={item.key}
              kind={kind}
              tree={tree}
              nodes={nodes}
              row={row}
              top={item.start}
              description={descriptionOf?.(row.node)}
              isCurrent={row.node.id === currentId}
              isActive={row === active}
              isRenaming={renaming === row.node.id}
              changes={changes}
              dragLibrary={dragLibrary}
              linkOf={linkOf}
              onFocus={setFocused}
              onToggle={toggle}
              onRename={setRenaming}
            />
          );
        })}
      </div>
    </div>
  );
};

/** The class names of the content of rows. */
export const treeLink = { link: styles.link!, name: styles.name!, group: styles.group! };
