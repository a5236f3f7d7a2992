import * as Y from 'yjs';
import { MARK_NAMES } from '../editor/line.ts';
import { isRecord } from '../is-record.ts';

/** An update that no editor makes. */
export class RefusedUpdate extends Error {}

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];
type Content = Y.Item['content'];

const BLOCK_TYPE = /^[a-zA-Z0-9]{1,60}$/;

/** Whether a text is JSON. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const isFormat = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && isJson(value) && isRecord(JSON.parse(value)));

/** The content that editors write: text and its formatting, nodes in text, blocks, and their fields as JSON. */
const isAllowed = (content: Content): boolean => {
  if (content instanceof Y.ContentString || content instanceof Y.ContentDeleted) return true;
  if (content instanceof Y.ContentFormat) return MARK_NAMES.includes(content.key) && isFormat(content.value);
  if (content instanceof Y.ContentEmbed)
    return isRecord(content.embed) && BLOCK_TYPE.test(String((content.embed as { type?: unknown }).type));
  if (content instanceof Y.ContentType)
    return (
      content.type instanceof Y.XmlText ||
      (content.type instanceof Y.XmlElement && content.type.nodeName === 'block')
    );
  if (content instanceof Y.ContentAny)
    return content.arr.every(
      (value: unknown) => typeof value === 'string' && (BLOCK_TYPE.test(value) || isJson(value)),
    );
  return false;
};

const isBlockPart = (struct: Struct): boolean => {
  if (!(struct instanceof Y.Item)) return !(struct instanceof Y.Skip);
  const parent: unknown = struct.parent;
  return isAllowed(struct.content) && (typeof parent !== 'string' || parent === 'page');
};

/** Decodes an update; refuses one that is malformed, or that has something that is no part of a page. */
export const checkUpdate = (update: Uint8Array): ReturnType<typeof Y.decodeUpdate> => {
  let decoded: ReturnType<typeof Y.decodeUpdate>;
  try {
    decoded = Y.decodeUpdate(update);
  } catch {
    throw new RefusedUpdate('is not an update of a shared page');
  }
  if (!decoded.structs.every(isBlockPart)) throw new RefusedUpdate('has content that no page has');
  return decoded;
};

/** The numbers under which an update writes: each editor has one. */
export const clientsOf = (update: Uint8Array): readonly number[] => {
  try {
    return [...Y.parseUpdateMeta(update).to.keys()];
  } catch {
    throw new RefusedUpdate('is not an update of a shared page');
  }
};
