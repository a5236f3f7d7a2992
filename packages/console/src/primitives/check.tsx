import styles from './check.module.css';

/** A setting that is on or off, with a line that explains it. */
export const Check = ({
  label,
  hint,
  isOn,
  isDisabled = false,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) => (
  <label className={styles.check}>
    <input
      type="checkbox"
      className="check"
      checked={isOn}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>
      <span className={styles.label}>{label}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </span>
  </label>
);
