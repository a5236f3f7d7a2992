import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChangesOfOthers } from './changes-of-others.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('revisions of others are one change, and those of this tab none', () => {
  let changes = 0;
  const revisions = createChangesOfOthers(() => {
    changes += 1;
  });
  revisions.moved('mine');
  // The response comes after the message.
  revisions.made('mine');
  vi.runAllTimers();
  expect(changes).toBe(0);
  revisions.made('mine too');
  for (const revision of ['mine too', 'theirs', 'theirs too']) revisions.moved(revision);
  vi.runAllTimers();
  expect(changes).toBe(1);
  // Who writes on does not keep all tabs busy.
  revisions.moved('theirs again');
  vi.advanceTimersByTime(4_000);
  expect(changes).toBe(1);
  vi.runAllTimers();
  expect(changes).toBe(2);
  revisions.moved('late');
  revisions.close();
  vi.runAllTimers();
  expect(changes).toBe(2);
});
