import type { FormEvent, ReactNode } from 'react';
import { Button } from '../primitives/button.tsx';
import { FormError } from '../primitives/field.tsx';
import styles from './sites.module.css';

/** A form that saves settings of a site. */
export const SettingsForm = ({
  saving,
  fields,
  label = 'Save',
  isUnchanged = false,
  children,
}: {
  readonly saving: {
    readonly mutate: () => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
  /** The fields of the body that show their own errors. */
  readonly fields: readonly string[];
  readonly label?: string;
  readonly isUnchanged?: boolean;
  readonly children: ReactNode;
}) => {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isUnchanged && !saving.isPending) saving.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      <FormError error={saving.error} except={fields.map((name) => `body.${name}`)} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={isUnchanged} isBusy={saving.isPending}>
          {label}
        </Button>
      </div>
    </form>
  );
};
