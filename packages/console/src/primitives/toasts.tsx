import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './toasts.module.css';

const manager = Toast.createToastManager();

/** Shows a message in the corner of the screen; an action such as "Undo" may go with it. */
export const notify = (
  message: string,
  options: {
    readonly isError?: boolean;
    readonly action?: { readonly label: string; readonly run: () => void };
  } = {},
): void => {
  const { action } = options;
  const id: string = manager.add({
    title: message,
    type: options.isError ? 'error' : 'success',
    timeout: action || options.isError ? 10_000 : 5000,
    ...(action && {
      actionProps: {
        children: action.label,
        // The message is answered; the focus returns to where it was.
        onClick: () => {
          manager.close(id);
          action.run();
        },
      },
    }),
  });
};

const List = () =>
  Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      {/* Read out at once; the other messages wait for a pause. */}
      <Toast.Title className={styles.title} render={toast.type === 'error' ? <p role="alert" /> : <p />} />
      <Toast.Action className={styles.action} />
      {/* Can be reached by key, also while the list is not focused. */}
      <Toast.Close aria-hidden={false} render={<IconButton icon={X} label="Dismiss" />} />
    </Toast.Root>
  ));

/** The place of messages in the corner of the screen. */
export const Toasts = ({ children }: { readonly children: ReactNode }) => (
  <Toast.Provider toastManager={manager}>
    {children}
    <Toast.Portal>
      <Toast.Viewport className={styles.viewport}>
        <List />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
);
