/** The milliseconds that an answer asks to be left alone for, as seconds or as a date; undefined where it asks for nothing. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const said = headers.get('retry-after')?.trim();
  if (!said) return undefined;
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};
