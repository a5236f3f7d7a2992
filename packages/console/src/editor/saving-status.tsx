import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import styles from './page-editor.module.css';
import type { Obstacle } from './saving/obstacle.ts';
import type { SavingState } from './saving/page-saver.ts';

const LABELS = {
  saved: { icon: Check, text: 'Saved' },
  uploading: { icon: CloudOff, text: 'A file is not uploaded yet' },
  undecided: { icon: TriangleAlert, text: 'Not saved: choose below' },
  saving: { icon: LoaderCircle, text: 'Saving…' },
  offline: { icon: CloudOff, text: 'Offline: kept in this browser' },
  unkept: { icon: TriangleAlert, text: 'Offline: keep this tab open, this browser stores nothing' },
  'signed-out': { icon: CloudOff, text: 'Signed out: kept in this browser' },
  closed: { icon: TriangleAlert, text: 'Not saved: kept in this browser' },
  deleted: { icon: TriangleAlert, text: 'Not saved: kept in this browser' },
  refused: { icon: TriangleAlert, text: 'Not saved' },
} as const;

/** Where a heading is that is not saved; undecided if somebody else has changed it. */
export type HeadingState = Obstacle | { readonly kind: 'saving' | 'undecided' };

/** Where the text and its files are. */
export const SavingStatus = ({
  state,
}: {
  readonly state: {
    readonly kind: SavingState['kind'] | HeadingState['kind'] | 'uploading';
    readonly message?: string;
  };
}) => {
  const { icon: Icon, text } = LABELS[state.kind];
  return (
    <span role="status" className={styles.status} data-state={state.kind}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
      <span>{state.kind === 'refused' ? `${text}: ${state.message}` : text}</span>
    </span>
  );
};
