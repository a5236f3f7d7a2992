import { type Block, type Document, parseMarkdown } from '@lectern/document';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sharedUpdateOf } from '../../../document/src/live/shared-document.ts';
import { toBase64 } from './bytes.ts';
import type { LiveConnection } from './connection.ts';
import { type FollowedText, followPage } from './follow-page.ts';
import type { ServerMessage } from './messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page with one paragraph. */
const pageWith = (text: string, key: string): Document => {
  const document = parseMarkdown(text);
  return { ...document, nodes: [{ ...document.nodes[0], key } as Block] };
};

test('a followed page knows the blocks of every version that was read, for comments that name them', () => {
  let tell = (_message: ServerMessage): void => {};
  const connection = {
    send: () => true,
    onMessage: (listener: typeof tell) => {
      tell = listener;
      return () => {};
    },
  } as unknown as LiveConnection;
  let shown = pageWith('First.', 'before');
  const texts: FollowedText[] = [];
  const page = followPage(
    connection,
    'page',
    () => shown,
    (text) => texts.push(text),
  );
  // Nothing is there to draw yet.
  page.redraw();
  vi.runAllTimers();
  expect(texts).toEqual([]);
  const update = toBase64(sharedUpdateOf(pageWith('First. Alone.', 'shared')));
  tell({ type: 'joined', page: 'page', document: '', isSame: true, update, state: '' });
  vi.runAllTimers();
  expect([...texts[0]!.keys]).toEqual([['before', 'shared']]);
  shown = pageWith('First. Alone.', 'saved');
  page.redraw();
  vi.runAllTimers();
  expect([...texts[1]!.keys]).toEqual([
    ['before', 'shared'],
    ['saved', 'shared'],
  ]);
  // The same version makes no other map, so that the text on the screen stays the same.
  page.redraw();
  vi.runAllTimers();
  expect(texts[2]!.keys).toBe(texts[1]!.keys);
});
