import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { placeAfterDrop, placeAfterStep, type Step } from './move-page.ts';
import type { PageNode } from './page-node.ts';
import styles from './page-tree.module.css';
import { PageTreeRow } from './page-tree-row.tsx';
import type { PageChanges } from './use-page-changes.ts';
import { type TreeRow, visibleRows } from './visible-rows.ts';

const ROW_HEIGHT = 32;
const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** The pages of a space as a tree: arrow keys walk it, Alt with an arrow key moves a page, F2 renames it. */
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
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const [renaming, setRenaming] = useState<string>();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => visibleRows(pages, collapsed), [pages, collapsed]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    getItemKey: (index) => rows[index]!.node.id,
  });
  // One row can be reached with Tab: the one focused last, the current page, or the first.
  const active =
    rows.find(({ node }) => node.id === focused) ?? rows.find(({ node }) => node.id === currentId) ?? rows[0];

  const focusRow = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFocused(row.node.id);
    virtual.scrollToIndex(index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-page="${CSS.escape(row.node.id)}"]`)?.focus(),
    );
  };
  const toggle = (id: string, isExpanded: boolean) =>
    setCollapsed((old) => {
      const next = new Set(old);
      if (isExpanded) next.delete(id);
      else next.add(id);
      return next;
    });
  const open = ({ node }: TreeRow) => {
    if (node.type === 'document' && node.path !== undefined)
      void navigate({ to: '/s/$spaceId/$', params: { spaceId, _splat: node.path } });
  };

  const walk = (event: KeyboardEvent, row: TreeRow, index: number): boolean => {
    const step = STEPS[event.key];
    if (event.altKey) {
      const place = step && changes && placeAfterStep(pages, row.node.id, step);
      if (place) changes.move(row.node.id, place);
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
        open(row);
        return true;
      case 'F2':
        if (changes) setRenaming(row.node.id);
        return true;
      default:
        return false;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = rows.findIndex(({ node }) => node.id === active?.node.id);
    const row = rows[index];
    if (row && renaming === undefined && walk(event, row, index)) event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label="Pages"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]!;
          return (
            <PageTreeRow
              key={item.key}
              spaceId={spaceId}
              row={row}
              top={item.start}
              isCurrent={row.node.id === currentId}
              isActive={row === active}
              isRenaming={renaming === row.node.id}
              changes={changes}
              onFocus={() => setFocused(row.node.id)}
              onToggle={(isExpanded) => toggle(row.node.id, isExpanded)}
              onRename={setRenaming}
              placeAfterDrop={(id, position) => placeAfterDrop(pages, id, row.node.id, position)}
            />
          );
        })}
      </div>
    </div>
  );
};
