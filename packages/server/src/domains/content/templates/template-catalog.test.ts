import { expect, test } from 'vitest';
import { TEMPLATES } from './template-catalog.ts';

test('the texts of templates contain no names of types, as after a careless renaming', () => {
  const names = JSON.stringify(TEMPLATES).match(/\b(?:[A-Z][a-z]+){2,}\b/g) ?? [];
  expect([...new Set(names)]).toEqual(['GitBook']);
});
