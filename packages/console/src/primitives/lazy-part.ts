import { type ComponentType, lazy } from 'react';
import { notify } from './toasts.tsx';

const NOT_LOADED = 'A part of this page could not be loaded. Reload the page when you are online again.';

/** A part of a screen that is loaded when it is first shown. The screen around it stays if it cannot be loaded. */
// biome-ignore lint/suspicious/noExplicitAny: the properties of any component
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<C>) =>
  lazy(async () => ({
    // Browsers do not ask a second time for a script that they could not load.
    default: await load().catch(() => {
      notify(NOT_LOADED);
      return (() => null) as unknown as C;
    }),
  }));
