import { CircleCheck, CircleDashed, CircleDot, CircleX, type LucideIcon } from 'lucide-react';
import type { Task } from './queries.ts';
import { STATUS_NAMES } from './task-words.ts';
import styles from './tasks.module.css';

const ICONS: Readonly<Record<Task['status'], LucideIcon>> = {
  backlog: CircleDashed,
  started: CircleDot,
  completed: CircleCheck,
  canceled: CircleX,
};

/** The status of a task, with its icon. */
export const TaskBadge = ({ status }: Pick<Task, 'status'>) => {
  const Icon = ICONS[status];
  return (
    <span className={styles.badge} data-status={status}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {STATUS_NAMES[status]}
    </span>
  );
};
