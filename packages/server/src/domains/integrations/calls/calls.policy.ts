import type { ScriptResponse } from '../../../kernel/scripts.ts';

/** For how many seconds an answer may be given again, by its own word; undefined where it says nothing of it. */
export const secondsSaid = (headers: ScriptResponse['headers']): number | undefined => {
  const said = headers.find(([name]) => name.toLowerCase() === 'cache-control')?.[1];
  if (said === undefined) return undefined;
  if (/no-store|no-cache|private/i.test(said)) return 0;
  const seconds = /max-age=(\d{1,9})/i.exec(said)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
};
