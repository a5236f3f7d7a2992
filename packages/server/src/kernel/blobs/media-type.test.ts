import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PIXEL } from '../../testing/edit-content.ts';
import { imageSizeOf } from './image-size.ts';
import { mediaTypeOf, refineMediaType } from './media-type.ts';

const typeOf = (content: string | Buffer) => {
  const bytes = Buffer.from(content as string, 'utf8');
  return mediaTypeOf(bytes, bytes.length);
};
const latin = (text: string) => Buffer.from(text, 'latin1');

describe('the media type of a file', () => {
  test.each([
    ['image/png', PIXEL],
    ['image/jpeg', latin('\xff\xd8\xff\xe0\0\x10JFIF')],
    ['image/gif', 'GIF89a'],
    ['image/webp', latin('RIFF\0\0\0\0WEBPVP8 ')],
    ['application/pdf', '%PDF-1.7'],
    ['application/zip', latin('PK\x03\x04')],
    ['application/octet-stream', latin('\0\x01\x02\x03')],
    ['application/octet-stream', latin('\xc3\x28')],
    ['text/plain', 'Just text, with ümläuts'],
    ['text/plain', ''],
    ['text/plain', '<note>some XML</note>'],
    ['text/html', '<!DOCTYPE html><title>x</title>'],
    ['text/html', '\ufeff <!-- hi --><script>alert(1)</script>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [
      'image/svg+xml',
      '<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg [ <!ENTITY a "<b>"> ]>\n<s:svg xmlns:s="x"/>',
    ],
  ])('%s', (type, content) => {
    expect(typeOf(content)).toBe(type);
  });

  test('is text if a character is cut off at the end of the inspected bytes', () => {
    const head = Buffer.from('grün').subarray(0, 3);
    expect(mediaTypeOf(head, 5)).toBe('text/plain');
    expect(mediaTypeOf(head, 3)).toBe('application/octet-stream');
  });

  test('depends on the file name for text and archives only', () => {
    expect(refineMediaType('text/plain', 'openapi.YAML')).toBe('application/yaml');
    expect(refineMediaType('text/plain', 'data', 'text/csv; charset=utf-8')).toBe('text/csv');
    expect(refineMediaType('text/plain', 'x.svg', 'image/svg+xml')).toBe('text/plain');
    expect(refineMediaType('text/plain', 'x.constructor', 'constructor')).toBe('text/plain');
    expect(refineMediaType('application/zip', 'letter.docx')).toContain('wordprocessingml');
    expect(refineMediaType('image/png', 'x.docx', 'text/html')).toBe('image/png');
  });

  test('is text if a comment or a declaration never ends', () => {
    for (const part of ['<!--', '<?', '<!DOCTYPE [', '<! >', ' ', '<!DOCTYPE x [>'])
      expect(typeOf(part.repeat(60_000))).toBe('text/plain');
  });
});

describe('the size of a picture', () => {
  const u16 = (value: number) => [value >> 8, value & 255];
  const segment = (marker: number, content: readonly number[]) => [
    0xff,
    marker,
    ...u16(content.length + 2),
    ...content,
  ];
  const exif = (orientation: number) =>
    segment(0xe1, [
      ...Buffer.from('Exif\0\0MM\0*'),
      ...[0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ]);
  const jpeg = (...before: number[]) =>
    Buffer.from([0xff, 0xd8, ...before, ...segment(0xc0, [8, ...u16(480), ...u16(640), 3])]);

  test.each([
    ['image/png', PIXEL, [1, 1]],
    ['image/gif', latin('GIF89a\x80\x02\xe0\x01'), [640, 480]],
    ['image/webp', latin(`RIFF....WEBPVP8X....\0\0\0\0\x7f\x02\0\xdf\x01\0`), [640, 480]],
    ['image/webp', latin(`RIFF....WEBPVP8 ..........\x80\x02\xe0\x01`), [640, 480]],
    ['image/jpeg', jpeg(), [640, 480]],
    ['image/jpeg', jpeg(...exif(1)), [640, 480]],
    ['image/jpeg', jpeg(...exif(6)), [480, 640]],
    [
      'image/jpeg',
      jpeg(...segment(0xe1, [...Buffer.from('Exif\0\0MM\0*\xff\xff\xff\xff', 'latin1')])),
      [640, 480],
    ],
    ['image/svg+xml', Buffer.from('<svg width="10" height="20px" viewBox="0 0 1 1"/>'), [10, 20]],
    ['image/svg+xml', Buffer.from('<svg width="100%" viewBox="0,0 30 40"/>'), [30, 40]],
  ])('%s', (type, head, [width, height]) => {
    expect(imageSizeOf(type, head)).toEqual({ width, height });
  });

  test('is unknown if the file is invalid, empty or not a picture', () => {
    for (const type of ['image/png', 'image/gif', 'image/webp', 'image/jpeg', 'image/svg+xml', 'text/plain'])
      for (let length = 0; length < 200; length++) {
        const size = imageSizeOf(type, randomBytes(length));
        if (size) expect([size.width > 0, size.height > 0]).toEqual([true, true]);
      }
    expect(imageSizeOf('image/jpeg', jpeg().subarray(0, 8))).toBeUndefined();
    expect(imageSizeOf('image/svg+xml', Buffer.from('<svg width="0" height="0"/>'))).toBeUndefined();
    expect(imageSizeOf('constructor', PIXEL)).toBeUndefined();
  });
});
