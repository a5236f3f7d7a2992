/** Parses a Retry-After header (seconds or date) into milliseconds; undefined if it is absent or invalid. */
export const parseRetryAfter = (text: string | null | undefined, now = new Date()): number | undefined => {
  const value = text?.trim();
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};
