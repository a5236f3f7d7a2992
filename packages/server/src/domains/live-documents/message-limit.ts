// More than anybody types, draws selections and pastes.
const MESSAGES = { most: 400, perSecond: 80 };
const BYTES = { most: 16 * 1024 * 1024, perSecond: 512 * 1024 };

/** Limits the messages of a connection, and their length. */
export const createMessageLimit = (now: () => number = Date.now) => {
  let at = now();
  let messages = MESSAGES.most;
  let bytes = BYTES.most;
  return {
    /** Whether one more message is allowed. */
    allows: (length: number): boolean => {
      const seconds = (now() - at) / 1000;
      at = now();
      messages = Math.min(MESSAGES.most, messages + seconds * MESSAGES.perSecond) - 1;
      bytes = Math.min(BYTES.most, bytes + seconds * BYTES.perSecond) - length;
      return messages >= 0 && bytes >= 0;
    },
  };
};
