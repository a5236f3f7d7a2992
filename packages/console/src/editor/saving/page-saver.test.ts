import { type Document, parseMarkdown, printMarkdown } from '@lectern/document';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { asStored, mergeVersions } from '../../../../document/src/editor/merge-versions.ts';
import { ApiError, NetworkError } from '../../api/client.ts';
import type { Draft, DraftStore } from './draft-store.ts';
import { createPageSaver, type SavingState } from './page-saver.ts';

const text = (document: Document): string => printMarkdown(document).trimEnd();

/** A server with one page, and an editor that shows it. */
const setUp = (markdown: string, ...earlier: readonly Draft[]) => {
  let stored = markdown;
  let version = 1;
  let shown = parseMarkdown(markdown);
  let failure: Error | undefined;
  let isResponseLost = false;
  const states: SavingState['kind'][] = [];
  let hasStore = true;
  let bothKept = 0;
  const kept = new Map<string, Draft>(
    earlier.map((draft, at) => [`earlier${at}`, draft] satisfies [string, Draft]),
  );
  const drafts: DraftStore = {
    read: async () => [...kept].map(([tab, draft]) => ({ ...draft, tab })),
    write: async (_, draft) => {
      if (!hasStore) throw new Error('full');
      kept.set('own', draft);
    },
    remove: async (_, of = [{ tab: 'own', changedAt: 0 }]) => {
      for (const { tab } of of) kept.delete(tab);
    },
  };
  const saver = createPageSaver({
    address: 'page',
    version: { documentId: 'v1', document: parseMarkdown(markdown) },
    drafts,
    server: {
      read: async () => ({ documentId: `v${version}`, document: parseMarkdown(stored) }),
      send: async (document, base) => {
        if (failure) throw failure;
        if (base !== `v${version}`)
          throw new ApiError(409, 'other body', [{ path: 'body.changes.0.base', message: 'is not current' }]);
        stored = text(document);
        version++;
        if (!isResponseLost) return `v${version}`;
        isResponseLost = false;
        throw new NetworkError('down');
      },
    },
    page: {
      read: () => shown,
      write: (document) => {
        shown = document;
      },
    },
    onState: ({ kind }) => void states.push(kind),
    onBothKept: () => void bothKept++,
    delays: { draft: 0, send: 1_000_000, sendWhileTyping: 5_000_000, retry: 1_000_000 },
  });
  return {
    saver,
    states,
    kept,
    bothKept: () => bothKept,
    stored: () => stored,
    shown: () => text(shown),
    type: (next: string) => {
      shown = parseMarkdown(next);
      saver.changed();
    },
    saveElsewhere: (next: string) => {
      stored = next;
      version++;
    },
    fail: (error: Error | undefined) => {
      failure = error;
    },
    loseResponse: () => {
      isResponseLost = true;
    },
    fillStore: () => {
      hasStore = false;
    },
  };
};

describe('saving', () => {
  afterEach(() => void vi.useRealTimers());

  test('sends what was typed, and then forgets the draft', async () => {
    const { saver, type, stored, kept, states } = setUp('One.');
    type('One, two.');
    await saver.flush();
    expect([stored(), kept.size, saver.isSaved(), states.at(-1)]).toEqual(['One, two.', 0, true, 'saved']);
  });

  test('keeps a draft while the server cannot be reached, and sends it later', async () => {
    const { saver, type, stored, kept, states, fail } = setUp('One.');
    fail(new NetworkError('down'));
    type('One, two.');
    await saver.flush();
    expect([stored(), text(kept.get('own')!.document), states.at(-1)]).toEqual([
      'One.',
      'One, two.',
      'offline',
    ]);
    fail(undefined);
    await saver.flush();
    expect([stored(), kept.size]).toEqual(['One, two.', 0]);
    await saver.close();
  });

  test('keeps a draft that the server refuses, and tells why', async () => {
    const { saver, type, kept, states, fail } = setUp('One.');
    fail(new ApiError(400, 'too long'));
    type('One, two.');
    await saver.flush();
    expect([kept.size, states.at(-1), saver.isSaved()]).toEqual([1, 'refused', false]);
    await saver.close();
  });

  test('keeps the text while nobody is signed in, or while the space takes no changes, and sends it later', async () => {
    const { saver, type, stored, kept, states, fail } = setUp('One.');
    type('One, two.');
    for (const [status, state] of [
      [401, 'signed-out'],
      [403, 'closed'],
      [409, 'closed'],
    ] as const) {
      fail(new ApiError(status, 'not now'));
      await saver.flush();
      expect([stored(), kept.size, states.at(-1)]).toEqual(['One.', 1, state]);
    }
    fail(undefined);
    await saver.flush();
    expect([stored(), kept.size, states.at(-1)]).toEqual(['One, two.', 0, 'saved']);
  });

  test('keeps the text of a page that was deleted, and sends it when the page is restored', async () => {
    const { saver, type, stored, kept, states, fail } = setUp('One.');
    fail(new ApiError(404, 'not found'));
    type('One, two.');
    await saver.flush();
    expect([kept.size, states.at(-1), text(saver.draft().document)]).toEqual([1, 'deleted', 'One, two.']);
    const before = states.length;
    await saver.flush();
    // The notice stays while it is tried again.
    expect(new Set(states.slice(before))).toEqual(new Set(['deleted']));
    fail(undefined);
    await saver.flush();
    expect([stored(), kept.size, states.at(-1)]).toEqual(['One, two.', 0, 'saved']);
  });

  test('gives up the text of a page that was deleted once it is elsewhere', async () => {
    const { saver, type, stored, kept, fail } = setUp('One.');
    fail(new ApiError(404, 'not found'));
    type('One, two.');
    await saver.flush();
    await saver.discard();
    expect([stored(), kept.size, saver.isSaved()]).toEqual(['One.', 0, true]);
  });

  test('merges what somebody else has saved in the meantime', async () => {
    const { saver, type, stored, shown, saveElsewhere } = setUp('One.\n\nTwo.');
    saveElsewhere('One.\n\nTwo, theirs.');
    type('One, mine.\n\nTwo.');
    await saver.flush();
    expect(stored()).toBe('One, mine.\n\nTwo, theirs.');
    expect(shown()).toBe(stored());
  });

  test('shows what somebody else has saved before anything is typed', async () => {
    const { saver, stored, shown, states, saveElsewhere } = setUp('One.');
    saveElsewhere('One.\n\nTheirs.');
    await saver.catchUp('v2');
    expect([shown(), stored(), states]).toEqual(['One.\n\nTheirs.', 'One.\n\nTheirs.', []]);
  });

  test('shows what somebody else has saved also after something was sent', async () => {
    const { saver, type, stored, shown, saveElsewhere } = setUp('One.');
    type('One, mine.');
    await saver.flush();
    // What was read elsewhere may be older than what was sent.
    await saver.catchUp('v1');
    expect(shown()).toBe('One, mine.');
    saveElsewhere('One, mine.\n\nTheirs.');
    await saver.catchUp('v3');
    expect([shown(), stored()]).toEqual(['One, mine.\n\nTheirs.', 'One, mine.\n\nTheirs.']);
  });

  test('sends what is typed while it reads what somebody else has saved', async () => {
    vi.useFakeTimers();
    const { saver, type, stored, saveElsewhere } = setUp('One.\n\nTwo.');
    saveElsewhere('One.\n\nTwo, theirs.');
    const reading = saver.catchUp('v2');
    type('One, mine.\n\nTwo.');
    await saver.flush();
    await reading;
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(stored()).toBe('One, mine.\n\nTwo, theirs.');
  });

  test('loses no word where both changed the same line', async () => {
    const { saver, type, stored, shown, saveElsewhere, bothKept } = setUp('One.');
    saveElsewhere('Theirs entirely.');
    type('Mine completely.');
    await saver.flush();
    for (const word of ['Theirs', 'entirely', 'Mine', 'completely']) expect(stored()).toContain(word);
    expect(stored()).not.toContain('conflict');
    expect(bothKept()).toBe(1);
    // Other lines are merged without a word.
    saveElsewhere(`${stored()}\n\nAnother line.`);
    type(`Before.\n\n${shown()}`);
    await saver.flush();
    expect([stored().includes('Another line.'), bothKept()]).toEqual([true, 1]);
  });

  test('continues with the draft of an earlier visit', async () => {
    const base = { documentId: 'v1', document: parseMarkdown('One.\n\nTwo.') };
    const draft = { base, document: parseMarkdown('One, kept.\n\nTwo.'), changedAt: 0 };
    const same = setUp('One.\n\nTwo.', draft);
    await same.saver.restore();
    expect([same.stored(), same.kept.size]).toEqual(['One, kept.\n\nTwo.', 0]);
    const moved = setUp('One.\n\nTwo, theirs.', { ...draft, base: { ...base, documentId: 'v0' } });
    await moved.saver.restore();
    expect(moved.stored()).toBe('One, kept.\n\nTwo, theirs.');
  });

  test('knows its own words when the server stored them, but its response was lost', async () => {
    const { saver, type, stored, shown, states, loseResponse } = setUp('One.');
    type('One. Two');
    loseResponse();
    await saver.flush();
    expect(states.at(-1)).toBe('offline');
    type('One. Two three.');
    await saver.flush();
    expect([stored(), shown(), states.at(-1)]).toEqual(['One. Two three.', 'One. Two three.', 'saved']);
  });

  test('knows them in a later visit, and with words of others', async () => {
    const base = { documentId: 'v0', document: parseMarkdown('One.\n\nTwo.') };
    const draft = {
      base,
      document: parseMarkdown('One. Mine and more.\n\nTwo.'),
      changedAt: 0,
      unanswered: [parseMarkdown('One. Mine.\n\nTwo.'), parseMarkdown('One. Mine and\n\nTwo.')],
    };
    const later = setUp('One. Mine and\n\nTwo, theirs.', draft);
    await later.saver.restore();
    expect([later.stored(), later.kept.size]).toEqual(['One. Mine and more.\n\nTwo, theirs.', 0]);
    // What the server does not have is not taken for something that others deleted.
    const never = setUp('One.\n\nTwo, theirs.', draft);
    await never.saver.restore();
    expect(never.stored()).toBe('One. Mine and more.\n\nTwo, theirs.');
  });

  test('knows them when the server stores them after the next visit has begun', async () => {
    const base = { documentId: 'v1', document: parseMarkdown('One.') };
    const { saver, stored, shown, kept, saveElsewhere } = setUp('One.', {
      base,
      document: parseMarkdown('One. Two three.'),
      changedAt: 0,
      unanswered: [parseMarkdown('One. Two')],
    });
    saveElsewhere('One. Two');
    await saver.restore();
    expect([stored(), shown(), kept.size]).toEqual(['One. Two three.', 'One. Two three.', 0]);
  });

  test('continues with the drafts of several tabs, and with words typed before they were read', async () => {
    const base = { documentId: 'v1', document: parseMarkdown('One.\n\nTwo.\n\nThree.') };
    const draftOf = (markdown: string): Draft => ({ base, document: parseMarkdown(markdown), changedAt: 0 });
    const { saver, type, stored, shown, kept } = setUp(
      'One.\n\nTwo.\n\nThree.',
      draftOf('One, first tab.\n\nTwo.\n\nThree.'),
      draftOf('One.\n\nTwo, second tab.\n\nThree.'),
    );
    const restoring = saver.restore();
    type('One.\n\nTwo.\n\nThree, typed.');
    await restoring;
    expect(stored()).toBe('One, first tab.\n\nTwo, second tab.\n\nThree, typed.');
    expect([shown(), kept.size]).toEqual([stored(), 0]);
  });

  test('keeps the space after which the next word is written', () => {
    const line = (words: string): Document => ({
      object: 'document',
      data: {},
      nodes: [words, 'Two.'].map((each) => ({
        object: 'block',
        type: 'paragraph',
        isVoid: false,
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: each, marks: [] }] }],
      })),
    });
    const merged = mergeVersions(
      parseMarkdown('One.\n\nTwo.'),
      parseMarkdown('One.\n\nTwo.\n\nTheirs.'),
      line('One. Mine '),
    );
    expect(merged.nodes[0]).toEqual(line('One. Mine ').nodes[0]);
    expect(text(asStored(merged))).toBe('One. Mine\n\nTwo.\n\nTheirs.');
  });

  test('sends from time to time while somebody types without a pause', async () => {
    vi.useFakeTimers();
    let stored = '';
    const saver = createPageSaver({
      address: 'page',
      version: { documentId: null, document: parseMarkdown('') },
      drafts: { read: async () => [], write: async () => undefined, remove: async () => undefined },
      server: {
        read: async () => ({ documentId: null, document: parseMarkdown('') }),
        send: async (document) => {
          stored = text(document);
          return 'v1';
        },
      },
      page: { read: () => parseMarkdown('Words'), write: () => undefined },
      onState: () => undefined,
      delays: { draft: 100, send: 500, sendWhileTyping: 2000, retry: 5000 },
    });
    for (let key = 0; key < 19; key++) {
      saver.changed();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(stored).toBe('');
    saver.changed();
    await vi.advanceTimersByTimeAsync(200);
    expect(stored).toBe('Words');
    await saver.close();
  });

  test('does not send again with every response while somebody types, except when the rest is awaited', async () => {
    vi.useFakeTimers();
    let words = '';
    const sent: string[] = [];
    const saver = createPageSaver({
      address: 'page',
      version: { documentId: null, document: parseMarkdown('') },
      drafts: { read: async () => [], write: async () => undefined, remove: async () => undefined },
      server: {
        read: async () => ({ documentId: null, document: parseMarkdown('') }),
        send: async (document) => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          sent.push(text(document));
          return `v${sent.length}`;
        },
      },
      page: { read: () => parseMarkdown(words), write: () => undefined },
      onState: () => undefined,
      delays: { draft: 100, send: 500, sendWhileTyping: 2000, retry: 5000 },
    });
    const type = async (keys: number) => {
      for (let key = 0; key < keys; key++) {
        words += 'a';
        saver.changed();
        await vi.advanceTimersByTimeAsync(100);
      }
    };
    await type(60);
    expect(sent.length).toBe(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect([sent.length, sent.at(-1), saver.isSaved()]).toEqual([3, words, true]);
    await type(21);
    // The next words are typed while the first ones are on their way.
    const all = saver.flush();
    await type(1);
    await vi.advanceTimersByTimeAsync(600);
    await all;
    expect([sent.length, sent.at(-1), saver.isSaved()]).toEqual([5, words, true]);
    await saver.close();
  });

  test('says when this browser cannot keep a draft', async () => {
    const { saver, type, states, fail, fillStore } = setUp('One.');
    fail(new NetworkError('down'));
    fillStore();
    type('One, two.');
    await saver.flush();
    expect(states.at(-1)).toBe('unkept');
    await saver.close();
  });
});
