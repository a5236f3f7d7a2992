const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MIDDLE = 'V';

/** A position after all existing ones: ids grow with time, and the last digit is never the lowest. */
export const positionAtEnd = (newId: string): string => newId + MIDDLE;

/**
 * A position between two others, as text that sorts bytewise; an empty or undefined side is the start or the end. No position
 * ends in the lowest digit, so that another always fits before it.
 */
export const positionBetween = (before: string, after: string | undefined): string => {
  let shared = 0;
  if (after !== undefined)
    while (shared < after.length && (before[shared] ?? '0') === after[shared]) shared++;
  const prefix = after?.slice(0, shared) ?? '';
  const low = before.slice(shared);
  const high = after?.slice(shared);
  const lowDigit = low ? DIGITS.indexOf(low[0]!) : 0;
  const highDigit = high ? DIGITS.indexOf(high[0]!) : DIGITS.length;
  if (highDigit - lowDigit > 1) return prefix + DIGITS[Math.floor((lowDigit + highDigit) / 2)];
  // Adjacent digits: add a digit, below the upper position if it is longer, else above the lower one.
  if (high !== undefined && high.length > 1) return prefix + high[0];
  return prefix + DIGITS[lowDigit] + positionBetween(low.slice(1), undefined);
};
