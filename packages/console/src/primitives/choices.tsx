import type { LucideIcon } from 'lucide-react';
import styles from './choices.module.css';

/** One of several choices, with an explanation. */
export interface Choice<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly description: string;
  readonly icon?: LucideIcon;
}

/** Chooses one of a few, each explained in a line. */
export const Choices = <Id extends string>({
  legend,
  name,
  choices,
  value,
  isWide = false,
  onChange,
}: {
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: Id;
  /** Whether there are two columns where they fit. */
  readonly isWide?: boolean;
  readonly onChange: (id: Id) => void;
}) => (
  <fieldset className={styles.choices} data-wide={isWide || undefined}>
    <legend>{legend}</legend>
    {choices.map(({ id, title, description, icon: Icon }) => (
      <label key={id} className={styles.choice}>
        <input type="radio" name={name} value={id} checked={value === id} onChange={() => onChange(id)} />
        <span>
          <span className={styles.name}>{title}</span>
          <span className={styles.description}>{description}</span>
        </span>
        {Icon && <Icon size={18} strokeWidth={1.5} aria-hidden="true" />}
      </label>
    ))}
  </fieldset>
);
