import { expect, test } from 'vitest';
import { tasksSearch } from './search.ts';
import { sourceName } from './task-words.ts';

test('a section is named by its page and its heading', () => {
  expect(sourceName({ title: 'Billing' })).toBe('Billing');
  expect(sourceName({ title: 'Billing', heading: 'Invoices' })).toBe('Billing › Invoices');
  expect(sourceName({ title: 'Billing', heading: 'Billing' })).toBe('Billing');
});

test('an address that names no status shows all tasks', () => {
  expect([tasksSearch({ status: 'started' }), tasksSearch({ status: 'done' }), tasksSearch({})]).toEqual([
    { status: 'started' },
    {},
    {},
  ]);
});
