import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bytesOf, scriptBody, sendableBody } from './script-body.ts';
import { createTurns } from './turns.ts';

test('a small body is sent at once, a large one piece by piece and uncopied', async () => {
  const turns = createTurns(256 * 1024);
  const small = scriptBody([Buffer.from('a'), Buffer.from('b')]);
  expect(sendableBody(small, turns)).toEqual(Buffer.from('ab'));
  const pieces = Array.from({ length: 100 }, (_, index) => new Uint8Array(64 * 1024).fill(index));
  const large = scriptBody(pieces);
  const sent = sendableBody(large, turns) as Readable;
  expect([large.length, sent instanceof Readable]).toEqual([100 * 64 * 1024, true]);
  const received: unknown[] = [];
  for await (const piece of sent) received.push(piece);
  expect(received.every((piece, index) => piece === pieces[index])).toBe(true);
  expect((await buffer(sendableBody(large, turns) as Readable)).equals(bytesOf(large))).toBe(true);
});
