/** The Retry-After header (seconds or date) in milliseconds; undefined without one. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};
