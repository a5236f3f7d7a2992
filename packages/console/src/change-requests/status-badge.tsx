import { Archive, GitMerge, GitPullRequest, GitPullRequestDraft, type LucideIcon } from 'lucide-react';
import type { ListedChangeRequest } from './queries.ts';
import styles from './status-badge.module.css';

type Status = ListedChangeRequest['status'];

const ICONS: Readonly<Record<Status, LucideIcon>> = {
  draft: GitPullRequestDraft,
  open: GitPullRequest,
  merged: GitMerge,
  archived: Archive,
};
const NAMES: Readonly<Record<Status, string>> = {
  draft: 'Draft',
  open: 'Open',
  merged: 'Merged',
  archived: 'Archived',
};

/** The status of a change request, with its icon. */
export const StatusBadge = ({
  status,
  isIcon = false,
}: {
  readonly status: Status;
  /** Whether the name is read to screen readers only. */
  readonly isIcon?: boolean;
}) => {
  const Icon = ICONS[status];
  return (
    <span className={isIcon ? styles.icon : styles.badge} data-status={status} title={NAMES[status]}>
      <Icon size={isIcon ? 17 : 14} strokeWidth={1.75} aria-hidden="true" />
      <span className={isIcon ? 'sr-only' : undefined}>{NAMES[status]}</span>
    </span>
  );
};

/** Another label of a change request, such as “Changes requested”. */
export const StateLabel = ({ state, children }: { readonly state: string; readonly children: string }) => (
  <span className={styles.badge} data-status={state}>
    {children}
  </span>
);
