import { Field as Base } from '@base-ui/react/field';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './field.module.css';

/** A label with its control, a hint and an error. */
export const Field = ({
  label,
  hint,
  error,
  children,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}) => (
  <Base.Root className={styles.field} invalid={error !== undefined}>
    <Base.Label className={styles.label}>{label}</Base.Label>
    {children}
    {hint && <Base.Description className={styles.hint}>{hint}</Base.Description>}
    {error && (
      <Base.Error match className={styles.error}>
        {error}
      </Base.Error>
    )}
  </Base.Root>
);

/** A line of text in a field. */
export const TextInput = (
  attributes: InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> },
) => <Base.Control {...attributes} className={styles.control} />;
