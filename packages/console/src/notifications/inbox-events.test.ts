import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followInbox } from './inbox-events.ts';

const sources: FakeSource[] = [];

class FakeSource {
  readyState = 1;
  isClosed = false;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    sources.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

describe('the inbox', () => {
  const seen: number[] = [];
  let refused = 0;
  let end: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    sources.length = 0;
    seen.length = 0;
    refused = 0;
    end = followInbox({
      connect: () => new FakeSource() as unknown as EventSource,
      onUnread: (unread) => seen.push(unread),
      onRefused: () => {
        refused += 1;
      },
      retryMs: 1000,
    });
  });
  afterEach(() => {
    end();
    vi.useRealTimers();
  });

  test('reports every number', () => {
    sources[0]!.onmessage!({ data: '{"unread":1}' });
    sources[0]!.onmessage!({ data: '{"unread":0}' });
    expect(seen).toEqual([1, 0]);
  });

  test('leaves a lost connection to the browser', () => {
    sources[0]!.readyState = 0;
    sources[0]!.onerror!();
    vi.runAllTimers();
    expect([sources.length, refused]).toEqual([1, 0]);
  });

  test('connects again after a refusal, until it is ended', () => {
    sources[0]!.readyState = 2;
    sources[0]!.onerror!();
    expect([sources.length, refused]).toEqual([1, 1]);
    vi.advanceTimersByTime(1000);
    expect(sources.length).toBe(2);
    sources[1]!.readyState = 2;
    sources[1]!.onerror!();
    end();
    vi.runAllTimers();
    expect([sources.length, sources[1]!.isClosed]).toEqual([2, true]);
  });
});
