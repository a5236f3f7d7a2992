/** Where the cursor is after a text was replaced by another one: words before and after the change keep it. */
export const movedCursor = (before: string, after: string, cursor: number): number => {
  if (before === after) return cursor;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  if (cursor <= start) return cursor;
  if (cursor >= before.length - end) return cursor + after.length - before.length;
  return Math.min(cursor, after.length - end);
};
