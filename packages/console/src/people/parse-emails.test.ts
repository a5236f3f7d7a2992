import { expect, test } from 'vitest';
import { parseEmails } from './parse-emails.ts';

test('addresses are found in what people paste', () => {
  expect(
    parseEmails('ann@example.com, Ben Lee <ben@example.com>;\n cleo@example.com ANN@example.com'),
  ).toEqual({
    emails: ['ANN@example.com', 'ben@example.com', 'cleo@example.com'],
    wrong: [],
  });
});

test('what is no address is named', () => {
  expect(parseEmails('ann@example.com ben@ example')).toEqual({
    emails: ['ann@example.com'],
    wrong: ['ben@', 'example'],
  });
  expect(parseEmails(' \n,')).toEqual({ emails: [], wrong: [] });
});
