/** A value that is kept in this browser until it is sent, such as a form that was closed. */
export const readKept = <Value>(name: string): Value | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? 'null') as Value | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Keeps a value in this browser; without one, nothing is kept. */
export const writeKept = (name: string, value: object | undefined): void => {
  try {
    if (value) localStorage.setItem(name, JSON.stringify(value));
    else localStorage.removeItem(name);
  } catch {
    // A private window, or a full disk: the value is on the screen alone.
  }
};
