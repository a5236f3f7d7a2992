import { type Document, parseMarkdown, printMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import type { BrowserStore, Draft, StoreEdit } from './draft-store.ts';
import { createPageDrafts } from './page-drafts.ts';

const ADDRESS = 's1//p1';
const text = (document: Document): string => printMarkdown(document).trimEnd();
const BASE = { documentId: 'd1', document: parseMarkdown('First.\n\nLast.') };
let time = 0;
const draftOf = (markdown: string, base = BASE): Draft => ({
  base,
  document: parseMarkdown(markdown),
  changedAt: ++time,
});

/** The tabs of one browser, which may or may not tell which of them are open. */
const createBrowser = ({ areTabsKnown = true }: { readonly areTabsKnown?: boolean } = {}) => {
  const kept = new Map<string, unknown>();
  const open = new Set<string>();
  let failures = 0;
  const edit: StoreEdit = {
    put: (value, key) => void kept.set(key, structuredClone(value)),
    delete: (key) => void kept.delete(key),
  };
  const store: BrowserStore = {
    entries: async (prefix) => new Map([...kept].filter(([key]) => key.startsWith(prefix))),
    change: async (change) => {
      if (failures > 0) {
        failures--;
        throw new Error('full');
      }
      change(edit);
    },
    changeUnchanged: async (read, change) => {
      for (const [key, { changedAt }] of read)
        if ((kept.get(key) as Partial<Draft> | undefined)?.changedAt === changedAt) change(key, edit);
    },
  };
  const tabs = { areKnown: () => areTabsKnown, open: async () => (areTabsKnown ? open : new Set<string>()) };
  return {
    kept,
    openTab: (tab: string) => {
      open.add(tab);
      return createPageDrafts({ author: 'ann', tab }, { store, tabs });
    },
    crash: (tab: string) => void open.delete(tab),
    fail: (times: number) => {
      failures = times;
    },
  };
};

const textsOf = (drafts: readonly Pick<Draft, 'document'>[]): readonly string[] =>
  drafts.map(({ document }) => text(document));

test('the draft of an open tab stays with it, and is there when the tab has crashed', async () => {
  const { openTab, crash } = createBrowser();
  const one = openTab('one');
  await one.write(ADDRESS, draftOf('First. alpha\n\nLast.'));
  const two = openTab('two');
  const found = await two.read(ADDRESS);
  expect(found).toEqual([]);
  await two.remove(ADDRESS, found);
  await one.write(ADDRESS, draftOf('First. alpha bravo\n\nLast.'));
  expect(await two.openTabs(ADDRESS)).toEqual(['one']);
  crash('one');
  expect(textsOf(await two.read(ADDRESS))).toEqual(['First. alpha bravo\n\nLast.']);
});

test('where a browser cannot tell which tabs are open, a draft that was taken over is whole when it is written again', async () => {
  const { openTab } = createBrowser({ areTabsKnown: false });
  const one = openTab('one');
  await one.write(ADDRESS, draftOf('First. alpha\n\nLast.'));
  const two = openTab('two');
  const found = await two.read(ADDRESS);
  expect(textsOf(found)).toEqual(['First. alpha\n\nLast.']);
  await two.remove(ADDRESS, found);
  await one.write(ADDRESS, draftOf('First. alpha bravo\n\nLast.'));
  // It has changed since it was read.
  await two.remove(ADDRESS, found);
  const three = openTab('three');
  expect(textsOf(await three.read(ADDRESS))).toEqual(['First. alpha bravo\n\nLast.']);
});

test('a draft whose base could not be written is whole with the next write', async () => {
  const { openTab, crash, fail } = createBrowser();
  const one = openTab('one');
  fail(1);
  const refused = one.write(ADDRESS, draftOf('First. a\n\nLast.')).catch((error: Error) => error.message);
  await one.write(ADDRESS, draftOf('First. ab\n\nLast.'));
  expect(await refused).toBe('full');
  crash('one');
  expect(textsOf(await openTab('two').read(ADDRESS))).toEqual(['First. ab\n\nLast.']);
});

test('the version that a long text was made from is written once', async () => {
  const { openTab, kept, crash } = createBrowser();
  const one = openTab('one');
  await one.write(ADDRESS, draftOf('First. a\n\nLast.'));
  const base = kept.get(`${ADDRESS}/one/base`);
  await one.write(ADDRESS, draftOf('First. ab\n\nLast.'));
  expect(kept.get(`${ADDRESS}/one/base`)).toBe(base);
  await one.remove(ADDRESS);
  expect([...kept.keys()]).toEqual([]);
  await one.write(ADDRESS, draftOf('First. abc\n\nLast.'));
  crash('one');
  expect(textsOf(await openTab('two').read(ADDRESS))).toEqual(['First. abc\n\nLast.']);
});

test('a draft that cannot be read stays, and the words in it can be copied', async () => {
  const { openTab, kept, crash } = createBrowser();
  const one = openTab('one');
  await one.write(ADDRESS, draftOf('First. alpha\n\nLast.'));
  crash('one');
  kept.delete(`${ADDRESS}/one/base`);
  const two = openTab('two');
  const found = await two.read(ADDRESS);
  expect(found).toEqual([]);
  await two.remove(ADDRESS, found);
  expect(kept.size).toBe(1);
  expect(textsOf(await two.readParts(ADDRESS))).toEqual(['First. alpha']);
});
