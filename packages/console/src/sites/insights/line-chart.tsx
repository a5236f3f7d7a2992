import styles from './insights.module.css';

/** A day of a chart. */
export interface Point {
  readonly day: string;
  readonly value: number;
  /** The value of the day as far into the period before. */
  readonly before: number;
}

const WIDTH = 720;
const HEIGHT = 180;

const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A date in words, such as 19 Nov. */
export const dayWords = (day: string): string => DAY.format(new Date(day));

/** The next of 2, 4, 10, 20, 40, …, whose halves are whole. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 4, 10].map((step) => step * power).find((step) => step >= value) ?? value;
};

/** A line for each day of a period, and a dashed one for the period before; the numbers are in a table below. */
export const LineChart = ({
  title,
  points,
}: {
  readonly title: string;
  readonly points: readonly Point[];
}) => {
  const top = roundUp(Math.max(...points.map(({ value, before }) => Math.max(value, before)), 2));
  const x = (at: number) => (points.length > 1 ? (at * WIDTH) / (points.length - 1) : WIDTH / 2);
  const y = (value: number) => HEIGHT - (value / top) * (HEIGHT - 8);
  const path = (of: (point: Point) => number) =>
    points
      .map((point, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(of(point)).toFixed(1)}`)
      .join('');
  const line = path(({ value }) => value);
  const grid = [0, top / 2, top];
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}, by day`}
        >
          {grid.map((value) => (
            <line key={value} className={styles.grid} x1={0} x2={WIDTH} y1={y(value)} y2={y(value)} />
          ))}
          <path className={styles.area} d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
          <path className={styles.before} d={path(({ before }) => before)} />
          <path className={styles.line} d={line} />
          {points.map(({ day, value, before }, at) => (
            <rect
              key={day}
              className={styles.hover}
              x={x(at) - WIDTH / points.length / 2}
              y={0}
              width={WIDTH / points.length}
              height={HEIGHT}
            >
              <title>{`${dayWords(day)}: ${value.toLocaleString()} (before: ${before.toLocaleString()})`}</title>
            </rect>
          ))}
        </svg>
        {grid.slice(1).map((value) => (
          <span
            key={value}
            aria-hidden="true"
            className={styles.axis}
            style={{ insetBlockStart: `${(y(value) / HEIGHT) * 100}%` }}
          >
            {value.toLocaleString()}
          </span>
        ))}
      </div>
      <figcaption aria-hidden="true" className={styles.days}>
        {[points[0], points[Math.floor((points.length - 1) / 2)], points.at(-1)].map(
          (point) => point && <span key={point.day}>{dayWords(point.day)}</span>,
        )}
      </figcaption>
    </figure>
  );
};
