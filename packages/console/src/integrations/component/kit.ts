import { createContext, useContext } from 'react';
import type { Action, ComponentState } from './component.ts';

/** What elements of a component need of it. */
export interface Kit {
  readonly state: ComponentState;
  readonly isBusy: boolean;
  readonly setState: (state: ComponentState) => void;
  readonly act: (action: Action, state: ComponentState) => void;
  /** The actions that the screen handles in place of the script. */
  readonly ownActions?: readonly string[];
  /** Told that an address was opened, from which people come back. */
  readonly onOpen: () => void;
}

const KitContext = createContext<Kit | undefined>(undefined);

/** Gives the elements inside of it their component. */
export const KitProvider = KitContext.Provider;

/** The component of an element. */
export const useKit = (): Kit => useContext(KitContext)!;
