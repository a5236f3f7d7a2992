import { useLocation } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '../primitives/button.tsx';
import styles from './sidebar.module.css';

/** A screen with a sidebar, which is folded on small screens. */
export const SidebarLayout = ({
  label,
  header,
  sidebar,
  children,
}: {
  /** The content of the sidebar, such as “Pages”. */
  readonly label: string;
  readonly header: ReactNode;
  readonly sidebar: ReactNode;
  readonly children: ReactNode;
}) => {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== pathname) setOpen(false);
    last.current = pathname;
  }, [pathname]);
  return (
    <div className={styles.layout}>
      <aside className={styles.sidebar} aria-label={label} data-open={isOpen || undefined}>
        <header className={styles.header}>
          {header}
          <span className={styles.toggle}>
            <IconButton
              icon={isOpen ? ChevronUp : ChevronDown}
              label={`${isOpen ? 'Hide' : 'Show'} ${label.toLocaleLowerCase()}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          </span>
        </header>
        <div className={styles.body}>{sidebar}</div>
      </aside>
      {children}
    </div>
  );
};

/** The class names of parts of a sidebar. */
export const sidebarParts = {
  title: styles.title!,
  name: styles.name!,
  tool: styles.tool!,
  links: styles.links!,
  link: styles.link!,
  empty: styles.empty!,
  footer: styles.footer!,
};
