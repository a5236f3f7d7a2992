import { Field as Base } from '@base-ui/react/field';
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { ApiError } from '../api/client.ts';
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

/** Several lines of text in a field. */
export const TextArea = (attributes: TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Base.Control render={<textarea {...attributes} />} className={styles.control} />
);

/** The message of the server about a field of a request, such as `body.title`. */
export const fieldErrorOf = (error: Error | null, path: string): string | undefined =>
  error instanceof ApiError ? error.details.find((each) => each.path === path)?.message : undefined;

/** The error of a form, unless it is about a field that shows it. */
export const FormError = ({
  error,
  except = [],
}: {
  readonly error: Error | null;
  readonly except?: readonly string[];
}) =>
  error && except.every((path) => fieldErrorOf(error, path) === undefined) ? (
    <p role="alert" className={styles.formError}>
      {error.message}
    </p>
  ) : null;
