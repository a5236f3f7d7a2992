import { Progress } from '@base-ui/react/progress';
import styles from './progress-bar.module.css';

/** How much of a task is done; without a total it is not known. */
export const ProgressBar = ({
  label,
  done,
  total,
  text,
}: {
  readonly label: string;
  readonly done?: number | undefined;
  readonly total?: number | undefined;
  /** The done part in words, such as “3 of 12 pages”. */
  readonly text?: string | undefined;
}) => (
  <Progress.Root
    className={styles.root}
    value={total ? Math.min(100, ((done ?? 0) / total) * 100) : null}
    {...(text && { getAriaValueText: () => text })}
  >
    <Progress.Label className={styles.label}>{label}</Progress.Label>
    <span className={styles.value}>{text}</span>
    <Progress.Track className={styles.track}>
      <Progress.Indicator className={styles.indicator} />
    </Progress.Track>
  </Progress.Root>
);
