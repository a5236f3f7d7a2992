import { expect, test } from 'vitest';
import { valuesOf } from './configuration.ts';

test('a form gives values of their type, and names what is missing', () => {
  const declared = {
    properties: {
      key: { type: 'string' as const, title: 'Key' },
      count: { type: 'number' as const },
      isOn: { type: 'boolean' as const },
      connect: { type: 'button' as const, callback_url: 'https://x.test', button_text: 'Connect' },
    },
    required: ['key'],
  };
  expect(valuesOf(declared, { key: 'k', count: '3' })).toEqual({
    values: { key: 'k', count: 3, isOn: false },
    problems: [],
  });
  expect(valuesOf(declared, { key: '', count: 'x' }).problems).toEqual([
    'Key is required.',
    'count is not a number.',
  ]);
});
