import { Menu as Base } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import styles from './menu.module.css';

/** A menu that a button opens. */
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
  <Base.Root>
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
