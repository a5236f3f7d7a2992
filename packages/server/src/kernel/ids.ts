import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TIME_LENGTH = 8;
const RANDOM_LENGTH = 14;

/** Creates ids of 22 base62 characters that sort by creation time. */
export type NewId = () => string;

/** The format of ids. */
export const ID_PATTERN = /^[A-Za-z0-9]{1,64}$/;

/** Whether a text has the form of an id that this server creates. */
export const isPossibleId = (text: string): boolean =>
  text.length === TIME_LENGTH + RANDOM_LENGTH && ID_PATTERN.test(text);

const encode = (number: number, length: number): string => {
  let text = '';
  for (let rest = number, i = 0; i < length; i++, rest = Math.floor(rest / 62))
    text = ALPHABET[rest % 62] + text;
  return text;
};

// Ids begin with a letter, so that `#id` is a valid CSS selector. Those made before begin with 0, and sort before these.
const FIRST_LETTER = ALPHABET.indexOf('A') * 62 ** (TIME_LENGTH - 1);

const encodeTime = (time: number): string => encode(FIRST_LETTER + time, TIME_LENGTH);

/** `length` characters of base62, without bias. */
export const randomText = (length: number): string => {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length * 2))
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  return text;
};

/** A generator of ids that strictly increase, also within one millisecond. */
export const createIds = (now: () => number = Date.now): NewId => {
  let last = 0;
  return () => {
    last = Math.max(last + 1, now());
    return encodeTime(last) + randomText(RANDOM_LENGTH);
  };
};

/** A generator of request ids: a random prefix per process and a counter, which is cheap. */
export const createRequestIds = (): NewId => {
  const process = randomText(12);
  let count = 0;
  return () => process + encodeTime(++count);
};

/** A generator of time-ordered UUIDs (version 7) that strictly increase. */
export const createUuids = (now: () => number = Date.now): NewId => {
  let last = 0;
  let count = 0;
  return () => {
    const time = Math.max(last, now());
    count = time === last ? count + 1 : 0;
    // The twelve bits after the time count within one millisecond; on overflow the time is advanced.
    last = count > 0xfff ? time + 1 : time;
    count = count > 0xfff ? 0 : count;
    const bytes = randomBytes(16);
    bytes.writeUIntBE(last, 0, 6);
    bytes.writeUInt16BE(0x7000 | count, 6);
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
};

/** The creation time of a time-ordered UUID. */
export const timeOfUuid = (uuid: string): Date =>
  new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));

const COUNT_LENGTH = 3;

const orderOf = (uuid: string): string =>
  encodeTime(timeOfUuid(uuid).getTime()) + encode(Number.parseInt(uuid.slice(15, 18), 16), COUNT_LENGTH);

/** A new id with the sort order of a time-ordered UUID. */
export const sortableId = (uuid: string): string => orderOf(uuid) + randomText(RANDOM_LENGTH - COUNT_LENGTH);

/** An id with the sort order of a time-ordered UUID that is always the same for the same key. */
export const deterministicSortableId = (uuid: string, key: string): string =>
  orderOf(uuid) +
  [
    ...createHash('sha256')
      .update(`${uuid}\n${key}`)
      .digest()
      .subarray(0, RANDOM_LENGTH - COUNT_LENGTH),
  ]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('');

/** The form that deterministic ids had before ids began with a letter; stored pages still have such ids. */
export const formerDeterministicId = (source: string, key: string): string =>
  createHash('sha256')
    .update(`${source}\n${key}`)
    .digest('hex')
    .slice(0, TIME_LENGTH + RANDOM_LENGTH);

/** An id that is always the same for the same source and key. */
export const deterministicId = (source: string, key: string): string =>
  `p${formerDeterministicId(source, key).slice(1)}`;

/** The present form of an id that was made before ids began with a letter. */
export const withLetter = (id: string): string => id.replace(/^0(?=.{21}$)/, 'A');

/** The lowest time-ordered UUID of a point in time. */
export const lowestUuidOf = (time: Date): string => {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
