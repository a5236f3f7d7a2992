import styles from './avatar.module.css';

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => [...part][0]!.toLocaleUpperCase())
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('');

/** The picture of a person, or their initials. Decorative: the name is beside it. */
export const Avatar = ({ name, photo }: { readonly name: string; readonly photo?: string | undefined }) =>
  photo ? (
    <img className={styles.avatar} src={photo} alt="" width="24" height="24" />
  ) : (
    // No text: the name is beside it.
    <span className={styles.avatar} aria-hidden="true" data-initials={initialsOf(name)} />
  );
