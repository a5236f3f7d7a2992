import { Field as Base } from '@base-ui/react/field';
import type { SelectHTMLAttributes } from 'react';
import styles from './select.module.css';

/** One of the choices of a list. */
export interface Option<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

/** Chooses one of a list; in a field, or with an `aria-label`. */
export const Select = <Id extends string>({
  options,
  value,
  isQuiet = false,
  onChoose,
  ...attributes
}: Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> & {
  readonly options: readonly Option<Id>[];
  readonly value: Id;
  /** Whether it has no frame until the pointer is over it, as in rows. */
  readonly isQuiet?: boolean;
  readonly onChoose: (id: Id) => void;
}) => (
  <Base.Control
    className={styles.select}
    data-quiet={isQuiet || undefined}
    render={
      <select {...attributes} value={value} onChange={({ target }) => onChoose(target.value as Id)}>
        {options.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    }
  />
);
