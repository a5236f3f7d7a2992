import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCountries } from './index.ts';

type Value = string | number | { readonly [name: string]: Value };

/** A value of the data section: texts (2), unsigned 32-bit numbers (6) and maps (7). */
const encode = (value: Value): Buffer => {
  if (typeof value === 'string')
    return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([Buffer.from([(7 << 5) | entries.length]), ...entries.flat().map(encode)]);
};

/** A database with one IPv4 network of 24 bits: a node for each bit, whose other side is empty. */
const databaseOf = (network: readonly number[], record: Value): Buffer => {
  const bits = network.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1));
  const count = bits.length;
  const nodes = bits.map((bit, at) => {
    // The data section begins 16 bytes after the tree.
    const next = at === count - 1 ? count + 16 : at + 1;
    const node = Buffer.alloc(6);
    node.writeUIntBE(bit === 0 ? next : count, 0, 3);
    node.writeUIntBE(bit === 1 ? next : count, 3, 3);
    return node;
  });
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test-Country',
    ip_version: 4,
    node_count: count,
    record_size: 24,
  };
  return Buffer.concat([
    ...nodes,
    Buffer.alloc(16),
    encode(record),
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    encode(metadata),
  ]);
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mmdb-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = async (record: Value) => {
  const file = path.join(folder, 'countries.mmdb');
  await writeFile(file, databaseOf([203, 0, 113], record));
  return openCountries(file);
};

test.each([
  ['MaxMind', { country: { iso_code: 'DE', geoname_id: 1 } }, 'DE'],
  ['IPinfo', { country: 'FR' }, 'FR'],
  ['a record without a country', { continent: { code: 'EU' } }, null],
] as const)('countries are read from the records of %s', async (_, record, country) => {
  const countryOf = await open(record);
  expect(
    ['203.0.113.7', '::ffff:203.0.113.9', '198.51.100.1', '2001:db8::1', 'nobody'].map(countryOf),
  ).toEqual([country, country, null, null, null]);
});

test('without a database no country is known, and a file of another kind is refused', async () => {
  expect((await openCountries(undefined))('203.0.113.7')).toBeNull();
  const file = path.join(folder, 'other.mmdb');
  await writeFile(file, 'no database');
  await expect(openCountries(file)).rejects.toThrow(/^GEOIP_DATABASE: /);
});
