import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../primitives/button.tsx';
import { downloadCsv } from './csv.ts';
import styles from './insights.module.css';
import { changeOf } from './ranges.ts';

/** A row of a ranking. */
export interface Rank {
  readonly key: string;
  /** Its name, also in a file. */
  readonly name: string;
  readonly label?: ReactNode;
  /** A button behind the name. */
  readonly action?: ReactNode;
  readonly count: number;
  /** Its count in the period before; undefined if it is not compared. */
  readonly before?: number;
}

const SHOWN = 8;

/** What there is most of, with bars, as a table; all rows are in the file. */
export const Ranking = ({
  id,
  title,
  column,
  counted,
  rows,
  empty,
}: {
  readonly id: string;
  readonly title: string;
  /** The name of the first column. */
  readonly column: string;
  /** What is counted. */
  readonly counted: string;
  readonly rows: readonly Rank[];
  readonly empty: string;
}) => {
  const most = Math.max(...rows.map(({ count }) => count), 1);
  const isCompared = rows.some(({ before }) => before !== undefined);
  return (
    <section aria-labelledby={id} className={styles.card}>
      <div className={styles.cardHeader}>
        <h2 id={id}>{title}</h2>
        {rows.length > 0 && (
          <IconButton
            icon={Download}
            label={`Download ${title.toLowerCase()} as CSV`}
            onClick={() =>
              downloadCsv(id, [
                [column, counted, ...(isCompared ? ['Before'] : [])],
                ...rows.map(({ name, count, before }) => [name, count, ...(isCompared ? [before ?? 0] : [])]),
              ])
            }
          />
        )}
      </div>
      {rows.length === 0 ? (
        <p className={styles.none}>{empty}</p>
      ) : (
        <table className={styles.ranking}>
          <caption className="sr-only">{title}</caption>
          <colgroup>
            <col />
            <col className={styles.number} />
            {isCompared && <col className={styles.number} />}
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{column}</th>
              <th scope="col">{counted}</th>
              {isCompared && <th scope="col">Change</th>}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(({ key, name, label, action, count, before }) => (
              <tr key={key}>
                <th scope="row">
                  <span className={styles.bar} style={{ inlineSize: `${(count / most) * 100}%` }} />
                  <span className={styles.name}>{label || name}</span>
                  {action}
                </th>
                <td>{count.toLocaleString()}</td>
                {isCompared && (
                  <td className={styles.change}>
                    {before === undefined ? '' : (changeOf(count, before) ?? 'new')}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
