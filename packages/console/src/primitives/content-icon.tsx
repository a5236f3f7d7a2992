import type { LucideIcon } from 'lucide-react';
import styles from './content-icon.module.css';

// The emoji of spaces that were given none.
const DEFAULT_EMOJI = '📘';

// Clients of the API can also set the code points of an emoji.
const CODE_POINTS = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i;

const characterOf = (emoji: string): string =>
  CODE_POINTS.test(emoji)
    ? String.fromCodePoint(...emoji.split('-').map((code) => Number.parseInt(code, 16)))
    : emoji;

/** The emoji of an object, or an icon of its kind. */
export const ContentIcon = ({
  emoji,
  icon: Icon,
}: {
  readonly emoji?: string | undefined;
  readonly icon: LucideIcon;
}) => (
  <span className={styles.icon} aria-hidden="true">
    {emoji && emoji !== DEFAULT_EMOJI ? characterOf(emoji) : <Icon size={16} strokeWidth={1.75} />}
  </span>
);
