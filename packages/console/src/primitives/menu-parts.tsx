import { Menu as Base } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import styles from './menu.module.css';

/** A menu that is open at first. */
export const Menu = ({
  trigger,
  align = 'start',
  children,
}: {
  /** The button, with its label. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}) => (
  <Base.Root defaultOpen>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner sideOffset={4} align={align} className={styles.positioner}>
        <Base.Popup className={styles.popup}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

/** An action in a menu. */
export const MenuItem = ({
  icon: Icon,
  isDangerous = false,
  onSelect,
  children,
}: {
  readonly icon?: LucideIcon;
  readonly isDangerous?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) => (
  <Base.Item className={styles.item} data-danger={isDangerous || undefined} onClick={onSelect}>
    {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
    {children}
  </Base.Item>
);

/** A line between groups of actions. */
export const MenuSeparator = () => <Base.Separator className={styles.separator} />;

/** One of a few choices in a menu. */
export const MenuRadios = <Id extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly label: string; readonly icon?: LucideIcon }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}) => (
  <Base.Group>
    <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
    <Base.RadioGroup value={value} onValueChange={(chosen: Id) => onChange(chosen)}>
      {choices.map(({ id, label: name, icon: Icon }) => (
        <Base.RadioItem key={id} value={id} className={styles.item}>
          {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
          {name}
          <Base.RadioItemIndicator className={styles.indicator}>
            <Check size={14} aria-hidden="true" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  </Base.Group>
);
