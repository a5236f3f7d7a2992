import { expect, test } from 'vitest';
import { findChoices } from './find-choices.ts';
import { queryInText } from './suggest-query.ts';

test('a slash, an at sign and a colon open their menus after white space', () => {
  expect(queryInText('/')).toEqual({ trigger: '/', text: '' });
  expect(queryInText('see /hint w')).toEqual({ trigger: '/', text: 'hint w' });
  expect(queryInText('ask @An')).toEqual({ trigger: '@', text: 'An' });
  expect(queryInText('(@')).toEqual({ trigger: '@', text: '' });
  expect(queryInText('nice :smi')).toEqual({ trigger: ':', text: 'smi' });
});

test('addresses, times, paths, alternatives and old smileys stay as they are', () => {
  for (const text of [
    'a/b',
    'ann@example',
    '12:30',
    'note:smile',
    ': s',
    ':)',
    'https://a',
    '@ b',
    'Yes / No',
    'Use 1 / 2',
  ])
    expect(queryInText(text), text).toBeUndefined();
});

test('the title of every choice finds it first', () => {
  const titles = findChoices('').map(({ title }) => title);
  const found = titles.map((title) => findChoices(queryInText(`/${title}`)?.text ?? '?')[0]?.title);
  expect(found).toEqual(titles);
});
