import { expect, test } from 'vitest';
import type { Person } from './messages.ts';
import { othersOf } from './others.ts';

const person = (id: string, fields: Partial<Person> = {}): Person => ({
  id,
  user: { id: `user of ${id}`, displayName: id },
  changeRequest: null,
  page: 'page',
  isEditing: false,
  cursor: null,
  ...fields,
});

test('the others are listed by name, each once, with the tab in which they write', () => {
  const ben = { id: 'ben', displayName: 'Ben' };
  const people = [
    person('me'),
    person('Cleo'),
    person('one', { user: ben }),
    person('two', { user: ben, isEditing: true }),
    person('elsewhere', { changeRequest: 'request' }),
  ];
  expect(othersOf('me', people, []).map(({ id }) => id)).toEqual(['two', 'Cleo']);
  expect(othersOf(undefined, people, [])).toEqual([]);
});

test('the list stays the same while only cursors move, so that nothing else is drawn again', () => {
  const before = othersOf('me', [person('me'), person('Ben')], []);
  expect(othersOf('me', [person('me'), person('Ben', { cursor: '[1,1,0]' })], before)).toBe(before);
  expect(othersOf('me', [person('me'), person('Ben', { page: 'other' })], before)).not.toBe(before);
  expect(othersOf('me', [person('me')], before)).toEqual([]);
});
