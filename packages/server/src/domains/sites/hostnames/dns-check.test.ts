import { describe, expect, test } from 'vitest';
import { checkDns, type DnsRecords, recordTo } from './dns-check.ts';

const NONE = { cname: [], addresses: [] };
const finder = (records: Readonly<Record<string, Partial<DnsRecords>>>) => async (name: string) => ({
  ...NONE,
  ...records[name],
});
const stateOf = async (server: string, records: Parameters<typeof finder>[0]) =>
  (await checkDns('docs.example.com', server, finder(records))).state;

describe('records of a hostname', () => {
  test('lead to the server by its name or its addresses', async () => {
    const server = { 'lectern.example.net': { addresses: ['192.0.2.7'] } };
    expect(
      await stateOf('lectern.example.net', { 'docs.example.com': { cname: ['LECTERN.example.net.'] } }),
    ).toBe('correct');
    expect(
      await stateOf('lectern.example.net', { ...server, 'docs.example.com': { addresses: ['192.0.2.7'] } }),
    ).toBe('correct');
    expect(await stateOf('192.0.2.7', { 'docs.example.com': { addresses: ['192.0.2.7'] } })).toBe('correct');
  });

  test('are missing, or lead elsewhere', async () => {
    expect(await stateOf('lectern.example.net', {})).toBe('missing');
    expect(
      await stateOf('lectern.example.net', { 'docs.example.com': { cname: ['other.example.org'] } }),
    ).toBe('elsewhere');
  });

  test('are not looked up without a hostname', async () => {
    const checked = await checkDns(null, 'lectern.example.net', async () => {
      throw new Error('looked up');
    });
    expect(checked).toEqual({
      record: { type: 'CNAME', value: 'lectern.example.net' },
      found: NONE,
      state: 'no-hostname',
    });
  });
});

test.each([
  ['lectern.example.net', 'CNAME', 'lectern.example.net'],
  ['192.0.2.7', 'A', '192.0.2.7'],
  ['[2001:db8::7]', 'AAAA', '2001:db8::7'],
])('a record to %s is %s %s', (server, type, value) => {
  expect(recordTo(server)).toEqual({ type, value });
});
