// The response to one's own revision may come after the message about it.
const DELAY_MS = 1_000;
// Somebody who writes makes a revision every few seconds, and a space may be open in many tabs.
const PAUSE_MS = 5_000;

/** Tells the revisions of others from those of this tab; several of a moment are one change. */
export const createChangesOfOthers = (onChange: () => void) => {
  const own = new Set<string>();
  const moved = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  const check = () => {
    timer = undefined;
    const others = [...moved].filter((revision) => !own.delete(revision));
    moved.clear();
    if (others.length === 0) return;
    toldAt = Date.now();
    onChange();
  };
  return {
    /** Notes a revision that this tab has made. */
    made: (revision: string): void => void own.add(revision),
    /** Notes a new revision. */
    moved: (revision: string): void => {
      moved.add(revision);
      timer ??= setTimeout(check, Math.max(DELAY_MS, toldAt + PAUSE_MS - Date.now()));
    },
    close: (): void => clearTimeout(timer),
  };
};
