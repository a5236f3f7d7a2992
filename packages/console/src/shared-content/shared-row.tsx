import { type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import rows from '../contents/collection-page.module.css';
import { IconButton } from '../primitives/button.tsx';
import styles from './shared-content.module.css';

/** A variable or a reusable content in its list, with the buttons of those who may edit it. */
export const SharedRow = ({
  icon: Icon,
  title,
  changeLabel,
  mayEdit,
  onChange,
  onDelete,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly changeLabel: string;
  readonly mayEdit: boolean;
  readonly onChange: () => void;
  readonly onDelete: () => void;
  readonly children: ReactNode;
}) => (
  <li className={rows.row}>
    <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={styles.icon} />
    <span className={rows.about}>{children}</span>
    {mayEdit && (
      <span>
        <IconButton icon={Pencil} label={`${changeLabel} ${title}`} onClick={onChange} />
        <IconButton icon={Trash2} label={`Delete ${title}`} onClick={onDelete} />
      </span>
    )}
  </li>
);
