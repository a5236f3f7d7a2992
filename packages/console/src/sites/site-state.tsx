import styles from './sites.module.css';
import { VISIBILITIES, type Visibility } from './visibility.ts';

/** Whether a site is published. */
export const SiteState = ({ isPublished }: { readonly isPublished: boolean }) => (
  <span className={styles.badge} data-state={isPublished ? 'published' : 'draft'}>
    {isPublished ? 'Published' : 'Not published'}
  </span>
);

/** Who can read a site, with an icon. */
export const SiteVisibility = ({ visibility }: { readonly visibility: Visibility }) => {
  const { icon: Icon, title, description } = VISIBILITIES.find(({ id }) => id === visibility)!;
  return (
    <span className={styles.visibility} title={description}>
      {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden="true" />} {title}
    </span>
  );
};
