import { expect, test } from 'vitest';
import { participantsIn } from './participant-list.ts';

test('people who edited and commented are listed once, with both', () => {
  const [ann, ben] = ['ann', 'ben'].map((id) => ({ id }) as never);
  const at = { updatedAt: '' };
  expect(
    participantsIn([
      { user: ann!, count: 1, actionType: 'edit', ...at },
      { user: ben!, count: 3, actionType: 'comment', ...at },
      { user: ann!, count: 2, actionType: 'comment', ...at },
    ]),
  ).toEqual([
    { user: ann, words: '1 edit, 2 comments' },
    { user: ben, words: '3 comments' },
  ]);
});
