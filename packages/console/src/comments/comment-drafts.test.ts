import { expect, test } from 'vitest';
import { createCommentDrafts } from './comment-drafts.ts';

/** The store of a browser. */
const createStore = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
};
const words = (text: string) => ({ draft: { text, mentioned: [] } });

test('every place has a draft of its own until it is posted', () => {
  const store = createStore();
  const drafts = createCommentDrafts(store, 'ann', 'page');
  drafts.at('block a', { about: 'First words' }).write(words('On a'));
  drafts.at('block b').write(words('On b'));
  const later = createCommentDrafts(store, 'ann', 'page');
  expect(later.names()).toEqual(['block a', 'block b']);
  expect(later.at('block a').read()).toEqual({ ...words('On a'), about: 'First words' });
  later.at('block a').forget();
  expect(later.names()).toEqual(['block b']);
});

test('nothing is kept of an empty form, and a suggestion without words is not empty', () => {
  const drafts = createCommentDrafts(createStore(), 'ann', 'page');
  const draft = drafts.at('block a');
  draft.write(words('On a'));
  draft.write(words(' '));
  expect(drafts.names()).toEqual([]);
  draft.write({ ...words(''), original: 'Old', suggested: 'New' });
  expect(drafts.names()).toEqual(['block a']);
});

test('drafts of other people and pages are not seen', () => {
  const store = createStore();
  createCommentDrafts(store, 'ann', 'page').at('').write(words('Mine'));
  expect(createCommentDrafts(store, 'ben', 'page').names()).toEqual([]);
  expect(createCommentDrafts(store, 'ann', 'other').names()).toEqual([]);
});
