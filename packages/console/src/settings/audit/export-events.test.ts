import { expect, test } from 'vitest';
import type { AuditEvent } from './event-words.ts';
import { headOf, lineOf } from './export-events.ts';

const event = {
  object: 'audit-event',
  id: '1',
  occurredAt: '2026-11-18T07:00:00.000Z',
  action: 'space.updated',
  actor: { type: 'user', id: 'u1', label: '=cmd()' },
  source: 'ui',
  target: { type: 'space', id: 's1', label: 'A "quoted", name' },
  payload: { changes: { title: { from: 'a', to: 'b' } } },
  urls: { location: 'https://docs.example.com/v1' },
} as AuditEvent;

test('a line of CSV is quoted, and no value is a formula', () => {
  expect(headOf('csv').split(',')).toHaveLength(11);
  expect(lineOf('csv', event)).toBe(
    '1,2026-11-18T07:00:00.000Z,space.updated,user,u1,\'=cmd(),ui,space,s1,"A ""quoted"", name","{""changes"":{""title"":{""from"":""a"",""to"":""b""}}}"\r\n',
  );
});

test('a JSON line is the event', () => {
  expect(headOf('jsonl')).toBe('');
  expect(JSON.parse(lineOf('jsonl', event))).toEqual(event);
});
