import { describe, expect, test } from 'vitest';
import {
  createIds,
  createUuids,
  deterministicId,
  deterministicSortableId,
  lowestUuidOf,
  randomText,
  sortableId,
  timeOfUuid,
  withLetter,
} from './ids.ts';

describe('ids', () => {
  test('are 22 characters of base62, unique, and sort by time even within one millisecond', () => {
    const newId = createIds(() => 1_800_000_000_000);
    const ids = Array.from({ length: 5000 }, newId);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{22}$/);
    expect(new Set(ids).size).toBe(ids.length);
    // Byte order, as the database sorts them.
    expect([...ids].sort((a, b) => (a < b ? -1 : 1))).toEqual(ids);
  });

  test('increase when the clock goes back', () => {
    const times = [2000, 1000, 1500, 3000];
    const newId = createIds(() => times.shift()!);
    const ids = [newId(), newId(), newId(), newId()];
    expect([...ids].sort()).toEqual(ids);
  });

  test('begin with a letter and sort after those that began with a digit', () => {
    const uuid = createUuids()();
    const made = [
      createIds()(),
      createIds(() => 0)(),
      createIds(() => Date.UTC(2500, 0))(),
      sortableId(uuid),
      deterministicSortableId(uuid, 'key'),
      ...Array.from({ length: 40 }, (_, n) => deterministicId('source', String(n))),
    ];
    for (const id of made) expect(id).toMatch(/^[A-Za-z][A-Za-z0-9]{21}$/);
    // The last id of the former scheme before the year 2081.
    expect(createIds(() => 0)() > '0zzzzzzzzzzzzzzzzzzzzz').toBe(true);
  });

  test('old ids keep their order in the present form; others are unchanged', () => {
    expect(withLetter('0VHxmVqc0123456789abcd')).toBe('AVHxmVqc0123456789abcd');
    for (const id of ['AVHxmVqc0123456789abcd', '1VHxmVqc0123456789abcd', '0short', ''])
      expect(withLetter(id)).toBe(id);
  });

  test('random text uses the whole alphabet evenly', () => {
    const counts = new Map<string, number>();
    for (const character of randomText(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(count).toBeGreaterThan(700);
  });

  test('UUIDs have version 7, are unique, and strictly increase', () => {
    let time = 1_700_000_000_000;
    const newUuid = createUuids(() => time);
    const many = Array.from({ length: 10_000 }, newUuid);
    time++;
    const all = [...many, newUuid()];
    for (const uuid of all)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(all).size).toBe(all.length);
    expect([...all].sort()).toEqual(all);
  });

  test('UUIDs contain their time, and a time has a lowest UUID', () => {
    const at = new Date('2026-03-04T05:06:07.089Z');
    const before = createUuids(() => at.getTime() - 1)();
    const uuid = createUuids(() => at.getTime())();
    expect(timeOfUuid(uuid)).toEqual(at);
    expect(lowestUuidOf(at) > before).toBe(true);
    expect(lowestUuidOf(at) < uuid).toBe(true);
    expect(lowestUuidOf(new Date('0001-01-01T00:00:00Z'))).toBe('00000000-0000-0000-0000-000000000000');
    expect(lowestUuidOf(new Date('9999-12-31T23:59:59.999Z'))).toMatch(/^[0-9a-f-]{36}$/);
  });
});
