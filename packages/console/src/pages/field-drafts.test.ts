import { expect, test } from 'vitest';
import { createFieldDrafts } from './field-drafts.ts';

type Store = Parameters<typeof createFieldDrafts>[1];
type FieldDraft = Parameters<Store['write']>[1];

/** Tabs of one browser. */
const createBrowser = () => {
  const kept = new Map<string, FieldDraft>();
  let tabs = 0;
  const openTab = () => {
    const own = `tab${++tabs}`;
    const store: Store = {
      read: async (address) =>
        [...kept].flatMap(([key, draft]) =>
          key.startsWith(`${address}/`) ? [{ ...draft, tab: key.slice(address.length + 1) }] : [],
        ),
      write: async (address, draft) => void kept.set(`${address}/${own}`, draft),
      remove: async (address, of = [{ tab: own, changedAt: 0 }]) => {
        for (const { tab } of of) kept.delete(`${address}/${tab}`);
      },
    };
    return createFieldDrafts('page', store);
  };
  return { openTab, kept };
};

test('a line that was not sent is there in the next visit, until it is sent', async () => {
  const { openTab, kept } = createBrowser();
  const before = openTab();
  await before.keep('title', 'Old', 'New t');
  await before.keep('title', 'Old', 'New title ');
  const after = openTab();
  expect(await after.resume('title', 'Old')).toEqual({ text: 'New title ', isCurrent: true });
  expect(await after.resume('description', '')).toBeUndefined();
  expect(kept.size).toBe(1);
  await after.sent('title', 'New title');
  expect(kept.size).toBe(0);
});

test('what was typed after a line was sent stays', async () => {
  const { openTab, kept } = createBrowser();
  const drafts = openTab();
  await drafts.keep('title', 'Old', 'New');
  await drafts.keep('title', 'Old', 'New and more');
  await drafts.sent('title', 'New');
  expect([...kept.values()].map(({ text }) => text)).toEqual(['New and more']);
  await drafts.keep('title', 'Old', 'Old');
  expect(kept.size).toBe(0);
});

test('a line that others have changed in the meantime is not replaced without being asked', async () => {
  const { openTab, kept } = createBrowser();
  await openTab().keep('title', 'Old', 'Mine');
  const later = openTab();
  expect(await later.resume('title', 'Theirs')).toEqual({ text: 'Mine', isCurrent: false });
  // It is there in every visit until somebody decides.
  const again = openTab();
  expect(await again.resume('title', 'Theirs')).toEqual({ text: 'Mine', isCurrent: false });
  await again.forget('title');
  expect(kept.size).toBe(0);
});

test('a line that the server stored before the tab crashed is forgotten', async () => {
  const { openTab, kept } = createBrowser();
  await openTab().keep('title', 'Old', 'New');
  expect(await openTab().resume('title', 'New')).toBeUndefined();
  expect(kept.size).toBe(0);
});
