import type { LucideIcon } from 'lucide-react';

/** The emoji of an object, or an icon of its kind. */
export const ContentIcon = ({
  emoji,
  icon: Icon,
}: {
  readonly emoji?: string | undefined;
  readonly icon: LucideIcon;
}) =>
  emoji ? <span aria-hidden="true">{emoji}</span> : <Icon size={16} strokeWidth={1.75} aria-hidden="true" />;
