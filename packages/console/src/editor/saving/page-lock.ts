const CHANNEL = 'lectern-drafts';

const TAB = 'lectern-tab/';

const nameOf = (address: string): string => `lectern-page/${address}`;

// Browsers have locks at addresses with TLS and on the own machine alone.
const locks = (): LockManager | undefined => navigator.locks;

/** Calls the listener when an editor of this browser was closed; returns how to stop it. */
export const onEditorClosed = (listener: () => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
};

const announceClosed = (): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('closed');
  channel.close();
};

/** The tabs of this browser with an open editor. */
export const editorTabs = {
  areKnown: (): boolean => locks() !== undefined,
  open: async (): Promise<ReadonlySet<string>> => {
    const { held = [] } = (await locks()?.query()) ?? {};
    return new Set(held.flatMap(({ name = '' }) => (name.startsWith(TAB) ? [name.slice(TAB.length)] : [])));
  },
};

/** Calls the listener when the editor of a tab has ended, unless the signal comes first. */
export const onTabEnded = (tab: string, listener: () => void, signal: AbortSignal): void => {
  void locks()
    ?.request(`${TAB}${tab}`, { mode: 'shared', signal }, () => undefined)
    .then(listener, () => undefined);
};

/**
 * Marks a page as open in an editor with the drafts of this tab, whose text nobody else sends. It is ready after others have sent
 * earlier text.
 */
export const lockPage = (
  address: string,
  tab: string,
): { readonly ready: Promise<void>; readonly release: () => void } => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: ready, resolve: start } = Promise.withResolvers<void>();
  const hold = () => {
    start();
    return released;
  };
  // Its drafts are those of an open editor before others may send the page.
  const holdTab = () => locks()!.request(nameOf(address), { mode: 'shared' }, hold);
  // Without locks an editor works as before.
  const held = locks()?.request(`${TAB}${tab}`, holdTab);
  // It ends with the lock.
  void (held ?? Promise.resolve()).then(announceClosed, () => undefined).then(() => start());
  return { ready, release };
};

/** Runs a task after those of other tabs. */
export const oneByOne = async <T>(task: () => Promise<T>): Promise<T> =>
  locks() ? locks()!.request('lectern-sending', task) : task();

/** Runs a task unless the page is open in an editor of this browser; returns undefined then. */
export const unlessOpen = async <T>(address: string, task: () => Promise<T>): Promise<T | undefined> =>
  locks()?.request(nameOf(address), { ifAvailable: true }, async (lock) => (lock ? task() : undefined));
