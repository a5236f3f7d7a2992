import { type Document, parseMarkdown, printMarkdown } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../api/client.ts';
import type { Draft, DraftStore } from './draft-store.ts';
import { createPageSaver, type SavingState } from './page-saver.ts';

const text = (document: Document): string => printMarkdown(document).trimEnd();

/** A server with one page, and an editor that shows it. */
const setUp = (markdown: string, draftOf?: Draft) => {
  let stored = markdown;
  let version = 1;
  let shown = parseMarkdown(markdown);
  let failure: Error | undefined;
  const states: SavingState['kind'][] = [];
  const kept = new Map<string, Draft>(draftOf ? [['page', draftOf]] : []);
  const drafts: DraftStore = {
    read: async (address) => kept.get(address),
    write: async (address, draft) => void kept.set(address, draft),
    remove: async (address) => void kept.delete(address),
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
        return `v${++version}`;
      },
    },
    page: {
      read: () => shown,
      write: (document) => {
        shown = document;
      },
    },
    onState: ({ kind }) => void states.push(kind),
    delays: { draft: 0, send: 1_000_000, retry: 1_000_000 },
  });
  return {
    saver,
    states,
    kept,
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
  };
};

describe('saving', () => {
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
    expect([stored(), text(kept.get('page')!.document), states.at(-1)]).toEqual([
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

  test('merges what somebody else has saved in the meantime', async () => {
    const { saver, type, stored, shown, saveElsewhere } = setUp('One.\n\nTwo.');
    saveElsewhere('One.\n\nTwo, theirs.');
    type('One, mine.\n\nTwo.');
    await saver.flush();
    expect(stored()).toBe('One, mine.\n\nTwo, theirs.');
    expect(shown()).toBe(stored());
  });

  test('loses no word where both changed the same line', async () => {
    const { saver, type, stored, saveElsewhere } = setUp('One.');
    saveElsewhere('Theirs entirely.');
    type('Mine completely.');
    await saver.flush();
    for (const word of ['Theirs', 'entirely', 'Mine', 'completely']) expect(stored()).toContain(word);
    expect(stored()).not.toContain('conflict');
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
});
