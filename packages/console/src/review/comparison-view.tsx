import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Check, ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Discussion } from '../comments/discussion.ts';
import { Button, IconButton } from '../primitives/button.tsx';
import { showElement } from '../primitives/show-element.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { flatten, tableOfContents } from '../spaces/tree/page-node.ts';
import { ActionCounts, ActionSigns, ChangeTree } from './change-tree.tsx';
import { type ChangedItem, changedItems, changeTree, itemsInOrder } from './changed-items.ts';
import { type Comparison, readChanges, readRevisionPages } from './comparison.ts';
import styles from './comparison-view.module.css';
import { type Display, PageDifference, ReusableContentDifference } from './document-difference.tsx';
import { FieldsDifference } from './fields-difference.tsx';
import { FileDifference } from './file-difference.tsx';
import type { ComparisonSearch } from './search.ts';
import { useViewedMarks } from './viewed-marks.ts';

const Choice = <Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}) => (
  <fieldset className={styles.choice}>
    <legend className="sr-only">{label}</legend>
    {options.map(([each, name]) => (
      <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
        {name}
      </button>
    ))}
  </fieldset>
);

const ItemDifference = ({
  comparison,
  item,
  display,
  discussion,
}: {
  readonly comparison: Comparison;
  readonly item: ChangedItem;
  readonly display: Display;
  readonly discussion: Discussion | undefined;
}) => {
  if (item.kind === 'variables')
    return <FieldsDifference title="Variables of the space" fields={item.fields} areNames />;
  if (item.kind === 'file') return <FileDifference item={item} />;
  const { document: body, ...fields } = item.fields;
  const hasBody =
    body !== undefined || !item.actions.every((action) => action !== 'created' && action !== 'deleted');
  return (
    <>
      {item.parent && (
        <p className={styles.moved} data-change="moved" tabIndex={-1}>
          {item.parent.before === item.parent.after
            ? `Moved within ${item.parent.after}`
            : `Moved from ${item.parent.before} to ${item.parent.after}`}
        </p>
      )}
      <FieldsDifference title="Page settings" fields={fields} />
      {item.kind === 'page' ? (
        (hasBody || discussion) && (
          <PageDifference comparison={comparison} item={item} display={display} discussion={discussion} />
        )
      ) : (
        <ReusableContentDifference comparison={comparison} item={item} layout={display.layout} />
      )}
    </>
  );
};

/** Moves the focus to the next or previous change; returns whether there was one. */
const focusChange = (frame: HTMLElement, direction: 1 | -1): boolean => {
  const changes = [...frame.querySelectorAll<HTMLElement>('[data-change]')];
  const focused = document.activeElement?.closest<HTMLElement>('[data-change]');
  const at = focused ? changes.indexOf(focused) : -1;
  const next = at < 0 ? (direction === 1 ? changes[0] : changes.at(-1)) : changes[at + direction];
  if (!next) return false;
  next.focus({ preventScroll: true });
  showElement(next, 'center');
  return true;
};

/** The changes between two revisions: a tree of changed items, and the difference of one of them. */
export const ComparisonView = ({
  comparison,
  search,
  discussion,
  actionsOf,
}: {
  readonly comparison: Comparison;
  readonly search: ComparisonSearch;
  /** The comments of a change request; a comparison of revisions has none. */
  readonly discussion?: Discussion;
  /** Further buttons beside the title of an item. */
  readonly actionsOf?: (item: ChangedItem) => ReactNode;
}) => {
  const navigate = useNavigate();
  const { data } = useSuspenseQuery(readChanges(comparison));
  const changed = useMemo(() => changedItems(data.changes), [data]);
  const { data: content } = useQuery(readRevisionPages(comparison.spaceId, comparison.after));
  const titles = useMemo(
    () =>
      new Map(
        (content ? flatten(tableOfContents(content)) : []).flatMap(({ path, title }) =>
          path === undefined ? [] : [[path, title] as const],
        ),
      ),
    [content],
  );
  const tree = useMemo(() => changeTree(changed, titles), [changed, titles]);
  const items = useMemo(() => itemsInOrder(tree), [tree]);
  const { isViewed, setViewed } = useViewedMarks(discussion?.changeRequestId ?? comparison.after);
  // On a phone the list is folded, so that the difference begins near the top.
  const [isListOpen, setListOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === search.item),
  );
  const item = items[at];
  const display: Display = { layout: search.layout ?? 'unified', form: search.form ?? 'page' };
  const choose = (change: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      search: (previous: Record<string, unknown>) => ({ ...previous, ...change }),
      replace: true,
    } as never);
  const open = (index: number) => {
    const next = items[index];
    if (next) choose({ item: next.key });
  };
  const step = (direction: 1 | -1) => {
    if (frame.current && !focusChange(frame.current, direction)) open(at + direction);
  };
  useShortcuts([
    { keys: 'n', run: () => step(1) },
    { keys: 'j', run: () => step(1) },
    { keys: 'p', run: () => step(-1) },
    { keys: 'k', run: () => step(-1) },
    {
      keys: 'v',
      run: () => item && setViewed(item, !isViewed(item)),
    },
  ]);
  const key = item?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item begins at its top
  useEffect(() => {
    setListOpen(false);
    if (search.item !== undefined) frame.current?.focus({ preventScroll: true });
  }, [key]);
  if (!item) return <p className={styles.empty}>There are no changes.</p>;
  return (
    <div className={styles.view}>
      <aside className={styles.sidebar} data-open={isListOpen}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isListOpen}
          onClick={() => setListOpen(!isListOpen)}
        >
          <ChevronDown size={16} aria-hidden="true" /> All changes
        </button>
        <div className={styles.list}>
          <ActionCounts items={items} />
          <ChangeTree nodes={tree} selected={item.key} isViewed={isViewed} />
          {data.more !== undefined && (
            <p className={styles.more}>{data.more} further changes are not listed.</p>
          )}
        </div>
        <p className={`${styles.more} ${styles.viewed}`}>
          {items.filter(isViewed).length} of {items.length} viewed
        </p>
      </aside>
      <div className={styles.item} ref={frame} tabIndex={-1}>
        <header className={styles.header}>
          <h2 className={styles.title}>
            <ActionSigns actions={item.actions} />
            <span className={styles.name}>{item.title}</span>
            <span className={styles.detail}>{item.detail}</span>
          </h2>
          <div className={styles.tools}>
            {actionsOf?.(item)}
            <Choice
              label="Layout"
              value={display.layout}
              options={[
                ['unified', 'Unified'],
                ['split', 'Side by side'],
              ]}
              onChange={(layout) => choose({ layout: layout === 'split' ? layout : undefined })}
            />
            {item.kind === 'page' && (
              <Choice
                label="Form"
                value={display.form}
                options={[
                  ['page', 'Page'],
                  ['markdown', 'Markdown'],
                ]}
                onChange={(form) => choose({ form: form === 'markdown' ? form : undefined })}
              />
            )}
            <IconButton icon={ArrowUp} label="Previous change (p)" onClick={() => step(-1)} />
            <IconButton icon={ArrowDown} label="Next change (n)" onClick={() => step(1)} />
            <Button
              variant={isViewed(item) ? 'quiet' : 'secondary'}
              aria-pressed={isViewed(item)}
              {...(isViewed(item) && { icon: Check })}
              onClick={() => setViewed(item, !isViewed(item))}
            >
              Viewed
            </Button>
          </div>
        </header>
        <Suspense
          fallback={
            <p className={styles.empty} role="status">
              Loading…
            </p>
          }
        >
          <ItemDifference
            key={item.key}
            comparison={comparison}
            item={item}
            display={display}
            discussion={discussion}
          />
        </Suspense>
        <footer className={styles.footer}>
          {at > 0 && (
            <Button icon={ArrowUp} onClick={() => open(at - 1)}>
              {items[at - 1]!.title}
            </Button>
          )}
          {at < items.length - 1 && (
            <Button
              icon={ArrowDown}
              onClick={() => {
                setViewed(item, true);
                open(at + 1);
              }}
            >
              {items[at + 1]!.title}
            </Button>
          )}
        </footer>
      </div>
    </div>
  );
};
