import { expect, test } from 'vitest';
import { isUntouched } from './own-requests.ts';

const DRAFT = {
  status: 'draft',
  subject: '',
  revision: 'a',
  revisionInitial: 'a',
  outdated: false,
} as const;

test.each([
  ['a new draft', DRAFT, true],
  ['a draft with a subject', { ...DRAFT, subject: 'Mend' }, false],
  ['a draft with changes', { ...DRAFT, revision: 'b' }, false],
  ['a draft that is behind the space', { ...DRAFT, outdated: true }, false],
  ['an open change request', { ...DRAFT, status: 'open' as const }, false],
])('%s', (_, request, expected) => {
  expect(isUntouched(request)).toBe(expected);
});
