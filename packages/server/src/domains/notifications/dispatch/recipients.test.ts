import { describe, expect, test } from 'vitest';
import { channelsFor, kindsByUser } from './recipients.ts';

describe('the kinds of notifications by user', () => {
  test('are ordered by priority, and leave out the actor', () => {
    const reasons = [
      { kind: 'mention', users: ['ann', 'me', 'ann'] },
      { kind: 'reply', users: ['bob', 'ann'] },
      { kind: 'comment', users: ['me'] },
    ] as const;
    expect([...kindsByUser(reasons, 'me')]).toEqual([
      ['ann', ['mention', 'reply']],
      ['bob', ['reply']],
    ]);
    expect([...kindsByUser([], 'me')]).toEqual([]);
  });
});

describe('the channels of a notification', () => {
  const ways = (...muted: string[]) => channelsFor(['mention', 'reply'], muted);

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

  test('are undefined if all kinds are disabled, or there are none', () => {
    expect(ways('mention app', 'mention email', 'reply app', 'reply email')).toBeUndefined();
    expect(channelsFor([], [])).toBeUndefined();
  });
});
