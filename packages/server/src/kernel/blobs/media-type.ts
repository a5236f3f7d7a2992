import { isUtf8 } from 'node:buffer';

type Signature = readonly [offset: number, bytes: string];

// Magic bytes. File names and declared types are not trusted, and browsers sniff, too.
const SIGNATURES: readonly (readonly [type: string, ...signatures: readonly Signature[]])[] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF87a']],
  ['image/gif', [0, 'GIF89a']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['image/avif', [4, 'ftypavif']],
  ['image/avif', [4, 'ftypavis']],
  ['image/heic', [4, 'ftyphei']],
  ['image/bmp', [0, 'BM'], [6, '\0\0\0\0']],
  ['image/tiff', [0, 'II*\0']],
  ['image/tiff', [0, 'MM\0*']],
  ['image/vnd.microsoft.icon', [0, '\0\0\x01\0']],
  ['application/pdf', [0, '%PDF-']],
  ['video/quicktime', [4, 'ftypqt  ']],
  ['audio/mp4', [4, 'ftypM4A ']],
  ['video/mp4', [4, 'ftyp']],
  ['video/webm', [0, '\x1a\x45\xdf\xa3']],
  ['audio/ogg', [0, 'OggS']],
  ['audio/wav', [0, 'RIFF'], [8, 'WAVE']],
  ['audio/flac', [0, 'fLaC']],
  ['audio/mpeg', [0, 'ID3']],
  ['audio/mpeg', [0, '\xff\xfb']],
  ['audio/mpeg', [0, '\xff\xf3']],
  ['font/woff', [0, 'wOFF']],
  ['font/woff2', [0, 'wOF2']],
  ['application/zip', [0, 'PK\x03\x04']],
  ['application/gzip', [0, '\x1f\x8b']],
];

const OFFICE = 'application/vnd.openxmlformats-officedocument';
// Types of archives and texts that only the file extension tells apart.
const ARCHIVES: Readonly<Record<string, string>> = {
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
};
const TEXTS: Readonly<Record<string, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  xml: 'application/xml',
  csv: 'text/csv',
  md: 'text/markdown',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  ics: 'text/calendar',
};

// Elements by which browsers sniff a text as HTML.
const PAGE_ELEMENTS = new Set('html head body script iframe style title div table a p br h1 b'.split(' '));

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
const own = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The media type of a file by its first bytes, regardless of its name or declared type. */
export const mediaTypeOf = (head: Buffer, size: number): string => {
  const start = head.subarray(0, 32).toString('latin1');
  const [type] =
    SIGNATURES.find(([, ...signatures]) => signatures.every(([at, bytes]) => start.startsWith(bytes, at))) ??
    [];
  if (type) return type;
  const text = textOf(head, size);
  if (text === undefined) return 'application/octet-stream';
  const element = firstElement(text);
  if (element === 'svg') return 'image/svg+xml';
  return element !== undefined && PAGE_ELEMENTS.has(element) ? 'text/html' : 'text/plain';
};

/** Refines a detected type: texts by file extension or declared type, archives by file extension. */
export const refineMediaType = (type: string, name: string, claimed?: string): string => {
  if (type === 'application/zip') return own(ARCHIVES, extensionOf(name)) ?? type;
  if (type !== 'text/plain') return type;
  const declared = /^[^;\s]+/.exec(claimed ?? '')?.[0].toLowerCase();
  return own(TEXTS, extensionOf(name)) ?? Object.values(TEXTS).find((each) => each === declared) ?? type;
};

/** Decodes the bytes as UTF-8; undefined for binary data. */
const textOf = (head: Buffer, size: number): string | undefined => {
  // The head may end inside a multi-byte character.
  const cuts = size > head.length ? [0, 1, 2, 3] : [0];
  const whole = cuts.map((cut) => head.subarray(0, head.length - cut)).find((part) => isUtf8(part));
  if (!whole || whole.includes(0)) return undefined;
  return whole.toString().replace(/^\ufeff/, '');
};

/** The name of the first element of XML, after declarations and comments. */
export const firstElement = (text: string): string | undefined => {
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    const end = ['<?', '<!--', '<!'].find((opening) => text.startsWith(opening, at));
    if (end === undefined)
      return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(text.slice(at, at + 100))?.[1]?.toLowerCase();
    const closing = end === '<?' ? '?>' : end === '<!--' ? '-->' : '>';
    const next = text.indexOf(closing, at);
    if (next < 0) return undefined;
    // A DOCTYPE may contain other declarations between brackets.
    const hasSubset = end === '<!' && text.slice(at, next).includes('[');
    const after = hasSubset ? text.indexOf('>', text.indexOf(']', next)) : next;
    if (after < next) return undefined;
    at = after + closing.length;
  }
};
