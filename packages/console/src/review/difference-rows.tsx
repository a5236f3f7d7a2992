import { UnfoldVertical } from 'lucide-react';
import { Fragment, type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import type { RenderContext } from '../../../site/src/document/context.ts';
import { IconButton } from '../primitives/button.tsx';
import { CommentIcon } from '../primitives/line-icons.tsx';
import { firstStretches, foldUnchanged } from './difference/fold.ts';
import type { Note } from './difference/notes.ts';
import { renderSplit, renderUnified } from './difference/render-rows.ts';
import type { Row } from './difference/rows.ts';
import { isTarget, type Targets, valuesInWords } from './difference/words.ts';
import styles from './difference-rows.module.css';

/** One column with all changes, or the two versions beside each other. */
export type Layout = 'unified' | 'split';

const AROUND = 2;
// More than a screen shows.
const FIRST_ROWS = 40;

const MARKS = { same: '', added: '+', removed: '−', changed: '±' } as const;
const WORDS = { same: 'Unchanged', added: 'Added', removed: 'Removed', changed: 'Changed' } as const;

type Look = Row['kind'] | 'changed-before' | 'changed-after';

/** The look of one side of a row: a block that is replaced as a whole is colored as a whole. */
const lookOf = ({ kind, unified }: Row, side: 'before' | 'after'): Look => {
  if (kind === 'same') return kind;
  if (kind === 'changed' && unified.length === 1) return `changed-${side}`;
  return side === 'before' ? 'removed' : 'added';
};

const Html = ({ html, kind }: { readonly html: string; readonly kind: Look }) => (
  <div
    className={`prose ${styles.content} ${styles[kind]}`}
    dir="auto"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer of sites escapes and sanitizes
    dangerouslySetInnerHTML={{ __html: html }}
  />
);

const NoteView = ({
  note: { name, before, after },
  targets,
}: {
  readonly note: Note;
  readonly targets: Targets;
}) => {
  const [was, is] = valuesInWords(before, after, targets);
  // A link that is new leads from nowhere.
  const [isNew, isGone] = [before === undefined && isTarget(after), after === undefined && isTarget(before)];
  return (
    <li className={styles.note}>
      {name}: {!isNew && <del>{was}</del>}
      {!isNew && !isGone && ' → '}
      {!isGone && <ins>{is}</ins>}
    </li>
  );
};

const Notes = ({ row, targets }: { readonly row: Row; readonly targets: Targets }) => (
  <>
    {row.isMoved && <p className={styles.note}>{row.kind === 'added' ? 'Moved here' : 'Moved from here'}</p>}
    {row.notes.length > 0 && (
      <ul className={styles.notes}>
        {row.notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes never change their order
          <NoteView key={at} note={note} targets={targets} />
        ))}
      </ul>
    )}
  </>
);

/** Threads of a page by the row that they belong to. */
export interface RowThreads {
  /** Whether a row has threads; it is never folded then. */
  readonly has: (row: Row) => boolean;
  /** The threads below a row, if there are some. */
  readonly below: (row: Row) => ReactNode;
  /** Begins a thread; absent for people who may not comment. */
  readonly onComment?: ((row: Row) => void) | undefined;
}

const RowView = ({
  row,
  targets,
  threads,
  isStep,
  children,
}: {
  readonly row: Row;
  readonly targets: Targets;
  readonly threads?: RowThreads | undefined;
  /** Whether the keys for the next and previous change stop here. */
  readonly isStep: boolean;
  readonly children: ReactNode;
}) => (
  <>
    {/* biome-ignore lint/a11y/useSemanticElements: a row is a group of blocks, not a fieldset */}
    <div
      className={`${styles.row} ${styles[`row-${row.kind}`] ?? ''}`}
      data-change={isStep ? row.kind : undefined}
      tabIndex={isStep ? -1 : undefined}
      role="group"
      aria-label={WORDS[row.kind]}
    >
      <div className={styles.gutter}>
        <span aria-hidden="true">{MARKS[row.kind]}</span>
        {threads?.onComment && row.key !== undefined && (
          <span className={styles.comment}>
            <IconButton
              icon={CommentIcon}
              label="Comment on this block"
              onClick={() => threads.onComment?.(row)}
            />
          </span>
        )}
      </div>
      <div className={styles.body}>
        {children}
        <Notes row={row} targets={targets} />
      </div>
    </div>
    {threads?.below(row)}
  </>
);

const htmlOfRows = <Html,>(rows: readonly Row[], html: readonly Html[]): ReadonlyMap<Row, Html> =>
  new Map(rows.map((row, at) => [row, html[at]!]));

/** The rows of a difference, with long unchanged stretches folded. */
export const DifferenceRows = ({
  rows,
  layout,
  context,
  threads,
  isQuoted = false,
}: {
  readonly rows: readonly Row[];
  readonly layout: Layout;
  readonly context: RenderContext;
  readonly threads?: RowThreads | undefined;
  /** Whether the difference is a part of a comment, and not of the changes that are reviewed. */
  readonly isQuoted?: boolean;
}) => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  // The first rows are shown before the others are made.
  const [isComplete, setComplete] = useState(false);
  useEffect(() => startTransition(() => setComplete(true)), []);
  const all = useMemo(
    () =>
      foldUnchanged(
        rows.map((row) => row.kind !== 'same' || threads?.has(row) === true),
        AROUND,
      ),
    [rows, threads],
  );
  const stretches = isComplete ? all : firstStretches(all, FIRST_ROWS);
  // Most blocks of a long page are folded, and rendering takes most of the time.
  const visible = stretches.filter(({ isFolded, from }) => !isFolded || unfolded.has(from));
  const places = visible.map(({ from, to }) => `${from}-${to}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are the stretches, and equal ones render nothing again
  const shown = useMemo(() => visible.flatMap(({ from, to }) => rows.slice(from, to)), [rows, places]);
  const unified = useMemo(
    () => (layout === 'unified' ? htmlOfRows(shown, renderUnified(shown, context)) : undefined),
    [shown, layout, context],
  );
  const split = useMemo(
    () => (layout === 'split' ? htmlOfRows(shown, renderSplit(shown, context)) : undefined),
    [shown, layout, context],
  );
  const content = (row: Row): ReactNode => {
    if (unified)
      return unified.get(row)!.parts.map(({ kind, html }, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a row never change their order
        <Html key={part} html={html} kind={kind} />
      ));
    const { before, after } = split!.get(row)!;
    const side = (html: string | undefined, kind: Look) =>
      html === undefined ? <div className={styles.nothing} /> : <Html html={html} kind={kind} />;
    return (
      <div className={styles.sides}>
        {side(before, lookOf(row, 'before'))}
        {side(after, lookOf(row, 'after'))}
      </div>
    );
  };
  return (
    <div className={styles.rows} data-layout={layout}>
      {stretches.map(({ isFolded, from, to }) =>
        isFolded && !unfolded.has(from) ? (
          <button
            key={from}
            type="button"
            className={styles.fold}
            onClick={() => setUnfolded(new Set([...unfolded, from]))}
          >
            <UnfoldVertical size={14} aria-hidden="true" />
            {to - from} unchanged blocks
          </button>
        ) : (
          <Fragment key={from}>
            {rows.slice(from, to).map((row, at) => (
              <RowView
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of one comparison never change their order
                key={from + at}
                row={row}
                targets={context}
                threads={threads}
                isStep={row.kind !== 'same' && !isQuoted}
              >
                {content(row)}
              </RowView>
            ))}
          </Fragment>
        ),
      )}
    </div>
  );
};
