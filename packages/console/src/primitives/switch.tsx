import { Switch as Base } from '@base-ui/react/switch';
import { useId } from 'react';
import styles from './switch.module.css';

/** A setting that is on or off, with its explanation; a change takes effect at once. */
export const Switch = ({
  label,
  description,
  isOn,
  isDisabled = false,
  onChange,
}: {
  readonly label: string;
  readonly description?: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) => {
  const id = useId();
  return (
    <div className={styles.row}>
      <span className={styles.about}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        {description && (
          <span id={`${id}-description`} className={styles.description}>
            {description}
          </span>
        )}
      </span>
      <Base.Root
        className={styles.switch}
        checked={isOn}
        disabled={isDisabled}
        onCheckedChange={onChange}
        aria-labelledby={id}
        {...(description && { 'aria-describedby': `${id}-description` })}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </div>
  );
};
