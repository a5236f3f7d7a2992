import { expect, test } from 'vitest';
import { draftOf } from './draft.ts';

test('a draft has the summary and every question once, as plain text', () => {
  expect(draftOf('Cards *late*', ['Where is my {% card %}?', 'Where is my {% card %}?', 'Why\nlate?'])).toBe(
    'Cards \\*late\\*\n\n## Questions to answer\n\n* [ ] Where is my \\{% card %\\}?\n* [ ] Why late?\n',
  );
});
