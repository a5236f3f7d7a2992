import { isUtf8 } from 'node:buffer';

type Sign = readonly [offset: number, bytes: string];

// How kinds of files begin. A name or a sender can say anything; browsers go by bytes as well.
const SIGNS: readonly (readonly [type: string, ...signs: readonly Sign[]])[] = [
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
// Kinds of archives and of texts that their bytes do not tell: here the name is asked.
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

// What makes a browser take a text for a page.
const PAGE_ELEMENTS = new Set('html head body script iframe style title div table a p br h1 b'.split(' '));

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
const own = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** What a file is, by its first bytes, whatever its name or its sender says. */
export const mediaTypeOf = (head: Buffer, size: number): string => {
  const start = head.subarray(0, 32).toString('latin1');
  const [type] =
    SIGNS.find(([, ...signs]) => signs.every(([at, bytes]) => start.startsWith(bytes, at))) ?? [];
  if (type) return type;
  const text = textOf(head, size);
  if (text === undefined) return 'application/octet-stream';
  const element = firstElement(text);
  if (element === 'svg') return 'image/svg+xml';
  return element !== undefined && PAGE_ELEMENTS.has(element) ? 'text/html' : 'text/plain';
};

/** Tells apart what bytes do not: kinds of text by a file's name or by what its sender says, kinds of archives by its name. */
export const refineMediaType = (type: string, name: string, claimed?: string): string => {
  if (type === 'application/zip') return own(ARCHIVES, extensionOf(name)) ?? type;
  if (type !== 'text/plain') return type;
  const said = /^[^;\s]+/.exec(claimed ?? '')?.[0].toLowerCase();
  return own(TEXTS, extensionOf(name)) ?? Object.values(TEXTS).find((each) => each === said) ?? type;
};

/** The text that bytes are, if they are one. */
const textOf = (head: Buffer, size: number): string | undefined => {
  // A beginning may end inside of a letter.
  const cuts = size > head.length ? [0, 1, 2, 3] : [0];
  const whole = cuts.map((cut) => head.subarray(0, head.length - cut)).find((part) => isUtf8(part));
  if (!whole || whole.includes(0)) return undefined;
  return whole.toString().replace(/^\ufeff/, '');
};

/** The name of the first element of XML, after what may stand before it. */
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
    // Declarations of a document type may hold others between brackets.
    const holdsOthers = end === '<!' && text.slice(at, next).includes('[');
    const after = holdsOthers ? text.indexOf('>', text.indexOf(']', next)) : next;
    if (after < next) return undefined;
    at = after + closing.length;
  }
};
