import type { Document } from '@lectern/document';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Discussion } from '../comments/discussion.ts';
import type { ChangedItem } from './changed-items.ts';
import { type Comparison, readRevisionPage, readRevisionReusableContent } from './comparison.ts';
import { differenceRows, type Row } from './difference/rows.ts';
import { DifferenceLines } from './difference-lines.tsx';
import { DifferenceRows, type Layout, type RowThreads } from './difference-rows.tsx';
import styles from './items.module.css';
import { PageThreads } from './page-threads.tsx';
import { useRenderContext } from './render-context.ts';

/** How a difference is shown. */
export interface Display {
  readonly layout: Layout;
  readonly form: 'page' | 'markdown';
}

const sidesOf = ({ before, after }: Comparison, { actions }: ChangedItem) => ({
  before: actions.includes('created') ? undefined : before,
  after: actions.includes('deleted') ? undefined : after,
});

const Rendered = ({
  comparison,
  before,
  after,
  layout,
  children,
}: {
  readonly comparison: Comparison;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
  readonly layout: Layout;
  /** Adds the threads of the page to the rows. */
  readonly children?: (
    rows: readonly Row[],
    show: (threads?: RowThreads) => React.ReactNode,
  ) => React.ReactNode;
}) => {
  const rows = useMemo(() => differenceRows(before, after), [before, after]);
  const documents = useMemo(() => [before, after], [before, after]);
  const context = useRenderContext(comparison, documents);
  const show = (threads?: RowThreads) =>
    rows.length === 0 ? (
      <p className={styles.empty}>This page has no content.</p>
    ) : (
      <DifferenceRows rows={rows} layout={layout} context={context} threads={threads} />
    );
  return children ? children(rows, show) : show();
};

const Markdown = ({
  comparison,
  item,
  layout,
}: {
  readonly comparison: Comparison;
  readonly item: ChangedItem;
  readonly layout: Layout;
}) => {
  const sides = sidesOf(comparison, item);
  const { data: before } = useSuspenseQuery(
    readRevisionPage(comparison.spaceId, sides.before, item.id, 'markdown'),
  );
  const { data: after } = useSuspenseQuery(
    readRevisionPage(comparison.spaceId, sides.after, item.id, 'markdown'),
  );
  return (
    <DifferenceLines
      before={before?.markdown ?? ''}
      after={after?.markdown ?? ''}
      layout={layout}
      label={`Markdown of ${item.title}`}
    />
  );
};

const Page = ({
  comparison,
  item,
  layout,
  discussion,
}: {
  readonly comparison: Comparison;
  readonly item: ChangedItem;
  readonly layout: Layout;
  readonly discussion: Discussion | undefined;
}) => {
  const sides = sidesOf(comparison, item);
  const { data: before } = useSuspenseQuery(
    readRevisionPage(comparison.spaceId, sides.before, item.id, 'document'),
  );
  const { data: after } = useSuspenseQuery(
    readRevisionPage(comparison.spaceId, sides.after, item.id, 'document'),
  );
  return (
    <Rendered
      comparison={comparison}
      before={before?.document}
      after={after?.document}
      layout={layout}
      {...(discussion && {
        children: (rows: readonly Row[], show: (threads?: RowThreads) => React.ReactNode) => (
          <PageThreads discussion={discussion} pageId={item.id} rows={rows}>
            {show}
          </PageThreads>
        ),
      })}
    />
  );
};

/** The difference of the body of a page, as readers see it or as Markdown. */
export const PageDifference = ({
  comparison,
  item,
  display: { layout, form },
  discussion,
}: {
  readonly comparison: Comparison;
  readonly item: ChangedItem;
  readonly display: Display;
  readonly discussion: Discussion | undefined;
}) =>
  form === 'markdown' ? (
    <Markdown comparison={comparison} item={item} layout={layout} />
  ) : (
    <Page comparison={comparison} item={item} layout={layout} discussion={discussion} />
  );

/** The difference of a reusable content. */
export const ReusableContentDifference = ({
  comparison,
  item,
  layout,
}: {
  readonly comparison: Comparison;
  readonly item: ChangedItem;
  readonly layout: Layout;
}) => {
  const sides = sidesOf(comparison, item);
  const { data: before } = useSuspenseQuery(
    readRevisionReusableContent(comparison.spaceId, sides.before, item.id),
  );
  const { data: after } = useSuspenseQuery(
    readRevisionReusableContent(comparison.spaceId, sides.after, item.id),
  );
  return (
    <Rendered
      comparison={comparison}
      before={before ?? undefined}
      after={after ?? undefined}
      layout={layout}
    />
  );
};
