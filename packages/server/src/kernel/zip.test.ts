import { text } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { replaceBytes, zipOf } from '../testing/archives.ts';
import { ARCHIVE_LIMITS, checkZip, readZip } from './zip.ts';

const filesIn = async (source: Buffer, limits = ARCHIVE_LIMITS) => {
  const found: Record<string, string> = {};
  for await (const { path, content } of readZip(source, limits)) found[path] = await text(content);
  return found;
};

test('files are extracted unchanged, and folders are skipped', async () => {
  const files = { 'a.md': 'A', 'b/ü.md': 'Ü'.repeat(5000), 'b/empty.md': '', 'c/': '' };
  expect(await filesIn(await zipOf(files))).toEqual({
    'a.md': 'A',
    'b/ü.md': 'Ü'.repeat(5000),
    'b/empty.md': '',
  });
});

test('data that is not an archive is rejected', async () => {
  await expect(filesIn(Buffer.from('no archive at all'))).rejects.toThrow(/rejected/);
  const whole = await zipOf({ 'a.md': 'A'.repeat(100) });
  await expect(filesIn(whole.subarray(0, whole.length - 30))).rejects.toThrow(/rejected/);
  await expect(filesIn(Buffer.alloc(0))).rejects.toThrow(/rejected/);
});

test.each([
  ['../evil.md', /invalid relative path/],
  ['a/../../evil.md', /invalid relative path/],
  ['/etc/evil.md', /absolute path/],
  ['C:/evil.md', /absolute path/],
  ['a\\..\\evil.md', /invalid characters/],
  ['a\0.md', /invalid name/],
])('the name %j is rejected', async (name, reason) => {
  const innocent = 'x'.repeat(name.length);
  const archive = replaceBytes(await zipOf({ [innocent]: 'A', 'b.md': 'B' }), innocent, name);
  await expect(filesIn(archive)).rejects.toThrow(reason);
});

test('symbolic links are rejected', async () => {
  const archive = await zipOf({ 'a.md': 'A', link: '/etc/passwd' }, { link: 0o120777 });
  await expect(filesIn(archive)).rejects.toThrow('"link" is a symbolic link');
  await expect(filesIn(await zipOf({ pipe: '' }, { pipe: 0o010644 }))).rejects.toThrow('not a regular file');
});

test('encrypted entries are rejected', async () => {
  const archive = await zipOf({ 'a.md': 'A' });
  // The bit stands in both headers: of the file, and in the list at the end.
  for (const [signature, at] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    archive[archive.indexOf(signature, 0, 'latin1') + at]! |= 1;
  await expect(filesIn(archive)).rejects.toThrow('is encrypted');
});

test('two files with the same name are rejected, also if only the case differs', async () => {
  const twice = replaceBytes(await zipOf({ 'a.md': 'A', 'b.md': 'B' }), 'b.md', 'a.md');
  await expect(filesIn(twice)).rejects.toThrow('occurs twice');
  await expect(filesIn(await zipOf({ 'a.md': 'A', 'A.md': 'B' }))).rejects.toThrow('occurs twice');
});

test('an archive with a large declared size is rejected before it is unpacked', async () => {
  const bomb = await zipOf({ 'zeros.md': Buffer.alloc(20 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(100_000);
  await expect(checkZip(bomb)).rejects.toThrow('200 times its size');
});

test('an archive with a false declared size is rejected while it is unpacked', async () => {
  const content = Buffer.alloc(20 * 1024 * 1024);
  const archive = await zipOf({ 'zeros.md': content });
  const told = Buffer.alloc(4);
  told.writeUInt32LE(content.length);
  const lie = Buffer.alloc(4);
  lie.writeUInt32LE(deflateRawSync(content).length);
  let lying: Buffer = archive;
  while (lying.includes(told)) lying = replaceBytes(lying, told, lie);
  await expect(checkZip(lying)).rejects.toThrow(/rejected/);
});

test('too many files and too much data are rejected', async () => {
  const many = await zipOf(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.md`, 'x'])));
  await expect(filesIn(many, { ...ARCHIVE_LIMITS, entries: 10 })).rejects.toThrow('more than 10 files');
  const large = await zipOf({ 'a.md': 'x'.repeat(600), 'b.md': 'x'.repeat(600) });
  await expect(filesIn(large, { ...ARCHIVE_LIMITS, totalBytes: 1000 })).rejects.toThrow('unpacks to more');
  await expect(filesIn(large, { ...ARCHIVE_LIMITS, entryBytes: 500 })).rejects.toThrow('is larger than');
  // The number that the end of an archive tells may be a lie.
  const end = many.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  many.writeUInt16LE(2, end + 8);
  many.writeUInt16LE(2, end + 10);
  expect(Object.keys(await filesIn(many))).toHaveLength(2);
});
