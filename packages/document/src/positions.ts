const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MIDDLE = 'V';

/** A position after everything that has one: ids grow with time, and the last digit is never the lowest. */
export const positionAtEnd = (newId: string): string => newId + MIDDLE;

/**
 * A position between two others, as text that sorts byte by byte; an open side is the start or the end.
 * No position ends in the lowest digit, so that there is always room before it.
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
  // Neighbouring digits: go one place deeper, below the upper one if it goes on, else above the lower one.
  if (high !== undefined && high.length > 1) return prefix + high[0];
  return prefix + DIGITS[lowDigit] + positionBetween(low.slice(1), undefined);
};
