import { copyToClipboard } from './clipboard.ts';
import { notify } from './toasts.tsx';

/** Copies the whole address of a path of the console, and says so. */
export const copyAddress = async (path: string): Promise<void> => {
  try {
    await copyToClipboard(`${window.location.origin}${path}`);
    notify('The address was copied');
  } catch (error) {
    notify((error as Error).message, { isError: true });
  }
};
