import { describe, expect, test } from 'vitest';
import { operationInWords, repositoryName, syncStateOf } from './git-words.ts';

test.each([
  ['https://github.com/acme/docs.git', 'acme/docs'],
  ['git@github.com:acme/docs.git', 'acme/docs'],
  ['ssh://git@host:22/docs', 'docs'],
  ['/srv/repositories/docs.git/', 'repositories/docs'],
])('the name of %s is %s', (url, name) => {
  expect(repositoryName(url)).toBe(name);
});

describe('the state of a connection', () => {
  const synced = { commit: 'c', revision: 'r', hasUnexportedChanges: false };
  const done = { state: 'success' as const };
  test.each([
    ['new', {}, null],
    ['running', { synced }, { state: 'pending' as const }],
    ['equal', { synced }, done],
    ['ahead', { synced: { ...synced, hasUnexportedChanges: true } }, done],
    ['failing', { synced }, { state: 'failure' as const }],
    ['conflicts', { synced }, { state: 'failure' as const, conflicts: [] }],
    ['conflicts', { synced, resolution: { changeRequest: 'x' } }, done],
  ])('is %s', (state, connection, last) => {
    expect(syncStateOf(connection, last)).toBe(state);
  });
});

describe('an operation in words', () => {
  const changes = { written: [], writtenCount: 0, removed: [], removedCount: 0 };
  test.each([
    ['Imported 1 file', { direction: 'import', state: 'success', changes: { ...changes, writtenCount: 1 } }],
    [
      'Pushed 2 files, 1 removed',
      { direction: 'export', state: 'success', changes: { ...changes, writtenCount: 2, removedCount: 1 } },
    ],
    ['Nothing new to import', { direction: 'import', state: 'success' }],
    ['Export failed', { direction: 'export', state: 'failure' }],
  ] as const)('is: %s', (words, operation) => {
    expect(operationInWords(operation)).toBe(words);
  });
});
