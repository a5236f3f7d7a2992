import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ComponentType, Ref } from 'react';
import styles from './button.module.css';
import type { IconLook } from './line-icons.tsx';

/** A button; `primary` is the main action of a screen. */
export const Button = ({
  variant = 'secondary',
  icon: Icon,
  isBusy = false,
  children,
  ...attributes
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly icon?: LucideIcon;
  /** Whether the action is running; the button does nothing meanwhile. */
  readonly isBusy?: boolean;
}) => (
  <button
    type="button"
    {...attributes}
    className={`${styles.button} ${styles[variant]}`}
    aria-disabled={isBusy || attributes['aria-disabled']}
    onClick={isBusy ? (event) => event.preventDefault() : attributes.onClick}
  >
    {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
    {children}
  </button>
);

/** A button with an icon alone; the label is read to screen readers and shown as a tooltip. */
export const IconButton = ({
  label,
  icon: Icon,
  ...attributes
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly label: string;
  readonly icon: ComponentType<IconLook>;
}) => (
  <button type="button" title={label} aria-label={label} {...attributes} className={styles.icon}>
    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
  </button>
);
