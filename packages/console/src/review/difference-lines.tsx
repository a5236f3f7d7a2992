import { UnfoldVertical } from 'lucide-react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { foldUnchanged } from './difference/fold.ts';
import { differenceLines, type LineRow, pairLines } from './difference/lines.ts';
import styles from './difference-lines.module.css';
import type { Layout } from './difference-rows.tsx';

const AROUND = 3;
const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

const Side = ({
  line,
  number,
}: {
  readonly line: LineRow | undefined;
  readonly number: number | undefined;
}) => (
  <>
    <td className={styles.number}>{number}</td>
    <td className={`${styles.text} ${line ? styles[line.kind] : styles.nothing}`}>
      {line && (
        <>
          <span className={styles.sign}>{SIGNS[line.kind]}</span>
          {line.text}
        </>
      )}
    </td>
  </>
);

/** The difference of two texts, line by line. */
export const DifferenceLines = ({
  before,
  after,
  layout,
  label,
}: {
  readonly before: string;
  readonly after: string;
  readonly layout: Layout;
  readonly label: string;
}) => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const lines = useMemo(() => differenceLines(before, after), [before, after]);
  const pairs = useMemo(() => (layout === 'split' ? pairLines(lines) : undefined), [lines, layout]);
  const changed = pairs
    ? pairs.map((pair) => pair.before !== pair.after)
    : lines.map(({ kind }) => kind !== 'same');
  const row = (at: number): ReactNode => {
    if (pairs) {
      const { before: was, after: is } = pairs[at]!;
      return (
        <tr key={at} data-change={changed[at] ? '' : undefined} tabIndex={changed[at] ? -1 : undefined}>
          <Side line={was} number={was?.before} />
          <Side line={is} number={is?.after} />
        </tr>
      );
    }
    const line = lines[at]!;
    return (
      <tr key={at} data-change={changed[at] ? '' : undefined} tabIndex={changed[at] ? -1 : undefined}>
        <td className={styles.number}>{line.before}</td>
        <Side line={line} number={line.after} />
      </tr>
    );
  };
  const stretches = foldUnchanged(changed, AROUND);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={styles.lines} data-layout={layout}>
        <tbody>
          {stretches.map(({ isFolded, from, to }) =>
            isFolded && !unfolded.has(from) ? (
              <tr key={`fold ${from}`}>
                <td colSpan={4} className={styles.folded}>
                  <button
                    type="button"
                    className={styles.unfold}
                    onClick={() => setUnfolded(new Set([...unfolded, from]))}
                  >
                    <UnfoldVertical size={14} aria-hidden="true" />
                    {to - from} unchanged lines
                  </button>
                </td>
              </tr>
            ) : (
              <Fragment key={from}>
                {Array.from({ length: to - from }, (_, index) => row(from + index))}
              </Fragment>
            ),
          )}
        </tbody>
      </table>
    </section>
  );
};
