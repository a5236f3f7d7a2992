import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TIME_LENGTH = 8;
const RANDOM_LENGTH = 14;

/** Makes identifiers of 22 base62 characters that sort by the time they were made. */
export type NewId = () => string;

/** What every identifier of this server looks like; anything else names nothing. */
export const ID_PATTERN = /^[A-Za-z0-9]{1,64}$/;

const encode = (number: number, length: number): string => {
  let text = '';
  for (let rest = number, i = 0; i < length; i++, rest = Math.floor(rest / 62))
    text = ALPHABET[rest % 62] + text;
  return text;
};

const encodeTime = (time: number): string => encode(time, TIME_LENGTH);

/** `length` characters of base62, without bias. */
export const randomText = (length: number): string => {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length * 2))
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  return text;
};

/** Ids of one maker strictly increase, also inside one millisecond. */
export const createIds = (now: () => number = Date.now): NewId => {
  let last = 0;
  return () => {
    last = Math.max(last + 1, now());
    return encodeTime(last) + randomText(RANDOM_LENGTH);
  };
};

/** Ids of requests: unguessable between processes, counted inside one, for they are made at every request. */
export const createRequestIds = (): NewId => {
  const process = randomText(12);
  let count = 0;
  return () => process + encodeTime(++count);
};

/** Time-ordered UUIDs (version 7), for what the contract calls a uuid; those of one maker strictly increase. */
export const createUuids = (now: () => number = Date.now): NewId => {
  let last = 0;
  let count = 0;
  return () => {
    const time = Math.max(last, now());
    count = time === last ? count + 1 : 0;
    // The twelve bits after the time count what is made inside one millisecond; past them, time is borrowed.
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

/** When a time-ordered UUID was made, as its maker's clock said. */
export const timeOfUuid = (uuid: string): Date =>
  new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));

const COUNT_LENGTH = 3;

const orderOf = (uuid: string): string =>
  encodeTime(timeOfUuid(uuid).getTime()) + encode(Number.parseInt(uuid.slice(15, 18), 16), COUNT_LENGTH);

/** An identifier that sorts among others as a time-ordered UUID does among its like. */
export const sortableId = (uuid: string): string => orderOf(uuid) + randomText(RANDOM_LENGTH - COUNT_LENGTH);

/** One like it that is the same whenever it is asked for the same thing. */
export const deterministicSortableId = (uuid: string, thing: string): string =>
  orderOf(uuid) +
  [
    ...createHash('sha256')
      .update(`${uuid}\n${thing}`)
      .digest()
      .subarray(0, RANDOM_LENGTH - COUNT_LENGTH),
  ]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('');

/** An identifier that something has each time that it is made of another thing. */
export const deterministicId = (from: string, thing: string): string =>
  createHash('sha256')
    .update(`${from}\n${thing}`)
    .digest('hex')
    .slice(0, TIME_LENGTH + RANDOM_LENGTH);

/** The lowest UUID that a moment can have: those made before it are lower, all others are not. */
export const lowestUuidOf = (time: Date): string => {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
