import { describe, expect, test } from 'vitest';
import { toldOf, waysFor } from './notifications.policy.ts';

describe('who is told', () => {
  test('of everything that concerns them, the strongest first, and never of what they did themselves', () => {
    const reasons = [
      { kind: 'mention', users: ['ann', 'me', 'ann'] },
      { kind: 'reply', users: ['bob', 'ann'] },
      { kind: 'comment', users: ['me'] },
    ] as const;
    expect([...toldOf(reasons, 'me')]).toEqual([
      ['ann', ['mention', 'reply']],
      ['bob', ['reply']],
    ]);
    expect([...toldOf([], 'me')]).toEqual([]);
  });
});

describe('as what somebody is told', () => {
  const ways = (...muted: string[]) => waysFor(['mention', 'reply'], muted);

  test.each([
    ['everything on', [], { kind: 'mention', app: true, email: true }],
    ['mention off', ['mention app', 'mention email'], { kind: 'reply', app: true, email: true }],
    ['mention off in the app', ['mention app'], { kind: 'reply', app: true, email: true }],
    ['mention off by mail', ['mention email'], { kind: 'mention', app: true, email: true }],
    ['all off by mail', ['mention email', 'reply email'], { kind: 'mention', app: true, email: false }],
    ['all off in the app', ['mention app', 'reply app'], { kind: 'mention', app: false, email: true }],
    ['another kind off', ['comment app', 'comment email'], { kind: 'mention', app: true, email: true }],
  ])('%s', (_, muted, told) => {
    expect(ways(...muted)).toEqual(told);
  });

  test('nothing is told when all is off, or nothing concerns them', () => {
    expect(ways('mention app', 'mention email', 'reply app', 'reply email')).toBeUndefined();
    expect(waysFor([], [])).toBeUndefined();
  });
});
