import { isIP } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../document/src/testing/deep.ts';
import { createEgress, type EgressError, type EgressLookup, parseEgressAllow } from './egress.ts';
import { isPublicAddress } from './egress-addresses.ts';

const resolver =
  (names: Record<string, string>): EgressLookup =>
  (hostname, _options, callback) => {
    const address = names[hostname];
    if (address === undefined) throw new Error(`${hostname} must not be resolved`);
    callback(null, [{ address, family: isIP(address) }]);
  };

const closed = createEgress({ allow: [], lookup: resolver({}) });
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'was not refused',
    (error: EgressError) => error.code,
  );

// Written apart from the classifier, from the IANA special-purpose registries.
const FORBIDDEN_V4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
  198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 169.254.169.254/32
  168.63.129.16/32`.split(/\s+/);
const FORBIDDEN_V6 =
  `::/128 ::1/128 ::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 100::/64 2001::/32 2001:2::/48 2001::/23
  2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fd00:ec2::254/128 fe80::/10 fec0::/10 ff00::/8 200::/7
  400::/6 800::/5 1000::/4 4000::/2 8000::/1`.split(/\s+/);
const PUBLIC_V6 = '2400::/12 2606::/16 2800::/12 2a00::/12 2c00::/12'.split(' ');

describe('addresses', () => {
  const bytesWithin = (cidr: string) => {
    const [base = '', prefix = ''] = cidr.split('/');
    const network = ipaddr.parse(base).toByteArray();
    return fc.uint8Array({ minLength: network.length, maxLength: network.length }).map((random) =>
      network.map((byte, index) => {
        const mask = (0xff00 >> Math.min(8, Math.max(0, Number(prefix) - index * 8))) & 0xff;
        return (byte & mask) | (random[index]! & ~mask & 0xff);
      }),
    );
  };
  const hex = (bytes: number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const groups = (bytes: number[]) => hex(bytes).replace(/(.{4})(?!$)/g, '$1:');
  const number = (bytes: number[]) => Number.parseInt(hex(bytes), 16);
  const octal = (value: number) => `0${value.toString(8)}`;
  const notationsV4 = (bytes: number[]): string[] => {
    const dotted = bytes.join('.');
    const [a, b, c, d] = bytes as [number, number, number, number];
    const flipped = bytes.map((byte) => byte ^ 0xff);
    return [
      dotted,
      `${dotted}.`,
      `${number(bytes)}`,
      octal(number(bytes)),
      `0x${hex(bytes)}`,
      `0X${hex(bytes)}.`,
      bytes.map(octal).join('.'),
      bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
      `${a}.${number([b, c, d])}`,
      `${a}.${b}.${number([c, d])}`,
      `0x${a.toString(16)}.${octal(b)}.${c}.${d}`,
      `${a}%2e${b}%2E${c}.${d}`,
      dotted.replace('.', '。'),
      dotted.replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)]!),
      `[::ffff:${dotted}]`,
      `[::FFFF:${groups(bytes)}]`,
      `[0:0:0:0:0:ffff:${groups(bytes)}]`,
      `[::ffff:0:${dotted}]`,
      `[::${dotted}]`,
      `[64:ff9b::${dotted}]`,
      `[64:ff9b:1::${dotted}]`,
      `[2002:${groups(bytes)}::1]`,
      `[2001:0:${groups(bytes)}::1]`,
      `[2001::${groups(flipped)}]`,
      `[2600:1::5efe:${dotted}]`,
      `[2600:1::200:5efe:${dotted}]`,
    ];
  };

  it.each(FORBIDDEN_V4)('rejects every address of %s in every notation', (cidr) =>
    fc.assert(
      fc.asyncProperty(bytesWithin(cidr), async (bytes) => {
        for (const host of notationsV4(bytes)) {
          expect(await code(closed.check(`http://${host}/`)), host).toBe('FORBIDDEN_ADDRESS');
        }
        expect(isPublicAddress(bytes.join('.'))).toBe(false);
      }),
      { numRuns: runs(40, 8) },
    ),
  );

  it.each(FORBIDDEN_V6)('rejects every address of %s, however it is written', (cidr) =>
    fc.assert(
      fc.asyncProperty(bytesWithin(cidr), async (bytes) => {
        const full = groups(bytes);
        for (const text of [full, full.toUpperCase(), ipaddr.fromByteArray(bytes).toString()]) {
          expect(isPublicAddress(text), text).toBe(false);
          expect(isPublicAddress(`${text}%eth0`), text).toBe(false);
          expect(await code(closed.check(`https://[${text}]:8443/`)), text).toBe('FORBIDDEN_ADDRESS');
        }
      }),
      { numRuns: runs(40, 8) },
    ),
  );

  it('accepts public addresses', () => {
    const inside = (bytes: number[]) =>
      FORBIDDEN_V4.some((cidr) => new ipaddr.IPv4(bytes).match(ipaddr.IPv4.parseCIDR(cidr)));
    const publicV4 = bytesWithin('0.0.0.0/0').filter((bytes) => !inside(bytes));
    fc.assert(
      fc.property(publicV4, fc.constantFrom(...PUBLIC_V6).chain(bytesWithin), (v4, v6) => {
        expect(isPublicAddress(v4.join('.'))).toBe(true);
        expect(isPublicAddress(`::ffff:${v4.join('.')}`)).toBe(true);
        expect(isPublicAddress(`64:ff9b::${v4.join('.')}`)).toBe(true);
        expect(isPublicAddress(groups(v6))).toBe(true);
      }),
    );
  });

  it.each(['', 'example.com', '1.2.3', '0177.0.0.1', '1.2.3.4.5', '2606::1::1', ' 8.8.8.8'])(
    'does not trust %j',
    (text) => expect(isPublicAddress(text)).toBe(false),
  );
});

describe('URLs', () => {
  it.each([
    ...`http://localhost/ http://LOCALHOST:81/ http://localhost./ http://a.b.localhost/ http://x.LocalHost./
    http://127.1/ http://0/ http://0x7f.1/ http://0177.0.0.1/ http://2130706433/ http://127.0.0.1./ http:127.0.0.1
    http://127.0.0.1#@outside.test/ http://127.0.0.1?@outside.test/ http://⑫⑦.⓪.⓪.①/ http://@127.0.0.1/
    http://169.254.169.254/latest/meta-data/ http://[fd00:ec2::254]/ http://100.100.100.200/ http://[::]/`.split(
      /\s+/,
    ),
    'http:\\\\127.0.0.1\\',
    'http://127.0.0.1\\@outside.test/',
    ' http://127.0.\n0.1/',
  ])('rejects %j by its resolved form', async (url) => {
    expect(await code(closed.fetch(url))).toBe('FORBIDDEN_ADDRESS');
    expect(await code(closed.check(url))).toBe('FORBIDDEN_ADDRESS');
  });

  it.each([
    ...`outside.test //outside.test ftp://outside.test/ file:///etc/passwd data:,x gopher://127.0.0.1 ws://127.0.0.1/
    http:// http://[fe80::1%25eth0]/ http://[fe80::1%eth0]/ http://[::1/ http://256.256.256.256/ http://1.2.3.4.5/
    http://user@outside.test/ http://:secret@outside.test/ http://outside.test@127.0.0.1/ blob:http://127.0.0.1/x
    http://outside.test:80@127.0.0.1/ http://outside.test:99999/`.split(/\s+/),
    '',
  ])('rejects %j as a URL', async (url) => {
    expect(await code(closed.fetch(url))).toBe('BAD_URL');
    expect(await code(closed.check(url))).toBe('BAD_URL');
  });
});

describe('allow list', () => {
  const all = resolver({
    'a.corp.example': '10.0.0.9',
    'corp.example': '10.0.0.9',
    localhost: '127.0.0.1',
  });
  it.each([
    ['10.0.0.0/8', 'http://10.9.8.7/', 'http://192.168.0.1/'],
    ['10.0.0.0/8', 'http://a.corp.example:8080/', 'http://172.16.0.1/'],
    ['10.0.0.0/8', 'http://[::ffff:10.0.0.1]/', 'http://[64:ff9b::10.0.0.1]/'],
    ['127.0.0.1:8080', 'http://127.1:8080/', 'http://127.0.0.1:8081/'],
    ['127.0.0.1:80', 'http://127.0.0.1/', 'https://127.0.0.1/'],
    ['[::1]:443', 'https://[::1]/', 'http://[::1]/'],
    ['::1', 'http://[0:0::1]:99/', 'http://[::2]/'],
    ['fd00::/8', 'http://[fd12::1]/', 'http://[fc00::1]/'],
    ['*.CORP.example', 'http://a.corp.example/', 'http://corp.example/'],
    ['corp.example.', 'http://Corp.Example:81/', 'http://a.corp.example/'],
    ['a.corp.example:81', 'http://a.corp.example:81/', 'http://a.corp.example/'],
    ['localhost:3000', 'http://localhost:3000/', 'http://localhost/'],
    ['127.0.0.1', 'http://127.0.0.1/', 'http://localhost/'],
  ])('%s allows %s and not %s', async (entry, admitted, refused) => {
    const egress = createEgress({ allow: parseEgressAllow(entry), lookup: all });
    await egress.check(admitted);
    expect(await code(egress.check(refused))).toBe('FORBIDDEN_ADDRESS');
  });

  it('is separated by commas or spaces', () =>
    expect(parseEgressAllow(' a.example,10.0.0.0/8\n  b:1 ,, [::1]:2')).toEqual([
      'a.example',
      '10.0.0.0/8',
      'b:1',
      '[::1]:2',
    ]));

  it.each(
    `10.0.0.0/33 10.0.0/8 ::/129 a.example/8 127.1 0x7f000001 host:0 host:70000 host:x * a.*.example http://a.example
    user@host [::1 [a]:1 10.0.0.0/8:80 10.0.0.0/ a%2e :80 [::1]x *.127.1 . *. a..b/1`.split(/\s+/),
  )('names the bad entry %j', (entry) => {
    expect(() => parseEgressAllow(`good.example, ${entry}`)).toThrow(`"${entry}"`);
    expect(() => createEgress({ allow: [entry] })).toThrow(`"${entry}"`);
  });
});
