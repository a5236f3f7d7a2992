import { SamlError } from '../../kernel/saml.ts';

/** An element of a document. */
export interface Tag {
  readonly name: string;
  /** Values by qualified attribute name. */
  readonly attributes: ReadonlyMap<string, string>;
}

// Limit the processing time. Real responses have some dozens of tags and attributes, and a depth below ten.
const MAX_TAGS = 1_000;
const MAX_ATTRIBUTES = 1_000;
const MAX_DEPTH = 30;

// The four white space characters of XML. Names in SAML are ASCII, as are prefixes of real providers.
const SPACE = '[ \\t\\r\\n]';
const NAME = '[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?';
const START = new RegExp(`<(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(`${SPACE}+(${NAME})${SPACE}*=${SPACE}*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const START_END = new RegExp(`${SPACE}*(/?)>`, 'y');
const END = new RegExp(`</(${NAME})${SPACE}*>`, 'y');
const TEXT = /[^<]*/y;
const DECLARATION = new RegExp(`^\\uFEFF?(?:<\\?xml${SPACE}[^?<>]*\\?>)?`);
const ONLY_SPACE = new RegExp(`^${SPACE}*$`);

// Control characters, lone surrogates, and characters that only some parsers treat as line ends.
const INVALID_TEXT = /[^\t\n\r\x20-\x7e\xa0-\u2027\u2029-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|amp|lt|gt|quot|apos);|&/g;

const invalidResponse = (what: string) => new SamlError(`The response ${what}`);

const requireText = (xml: string): void => {
  if (INVALID_TEXT.test(xml)) throw invalidResponse('contains invalid characters');
  for (const [reference, decimal, hexadecimal] of xml.matchAll(REFERENCE)) {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0x20;
    if (reference === '&' || code > 0x10ffff || INVALID_TEXT.test(String.fromCodePoint(code)))
      throw invalidResponse('contains invalid characters');
  }
};

const requireSize = (xml: string): void => {
  if (xml.split('<').length > MAX_TAGS || xml.split('=').length > MAX_ATTRIBUTES)
    throw invalidResponse('is too large or too deeply nested');
};

/**
 * Scans the elements of a document in order, with unprocessed attributes. Rejects everything that two parsers could
 * interpret differently, and everything that is not well-formed.
 */
export const tagsIn = (xml: string): readonly Tag[] => {
  if (/<!(?!\[CDATA\[|--)/.test(xml)) throw invalidResponse('contains a DOCTYPE or declares entities');
  if (/<!--|<!\[CDATA\[/.test(xml)) throw invalidResponse('contains comments or CDATA');
  const content = xml.replace(DECLARATION, '');
  if (content.includes('<?')) throw invalidResponse('contains processing instructions');
  requireSize(content);
  requireText(content);

  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(content);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const malformed = () => invalidResponse('is not well-formed XML');

  const nextAttributes = (): ReadonlyMap<string, string> => {
    const attributes = new Map<string, string>();
    for (let found = next(ATTRIBUTE); found; found = next(ATTRIBUTE)) {
      const [, name, inDouble, inSingle] = found;
      if (attributes.has(name!)) throw malformed();
      attributes.set(name!, inDouble ?? inSingle!);
    }
    return attributes;
  };

  const tags: Tag[] = [];
  const open: string[] = [];
  while (at < content.length) {
    const [text] = next(TEXT)!;
    if (open.length === 0 && !ONLY_SPACE.test(text))
      throw invalidResponse('must have exactly one Response element');
    if (at === content.length) break;
    const end = next(END);
    if (end) {
      if (open.pop() !== end[1]) throw malformed();
      continue;
    }
    const name = next(START)?.[1];
    if (name === undefined) throw malformed();
    tags.push({ name, attributes: nextAttributes() });
    const rest = next(START_END);
    if (!rest) throw malformed();
    if (!rest[1]) open.push(name);
    if (open.length > MAX_DEPTH) throw invalidResponse('is too large or too deeply nested');
  }
  if (open.length > 0) throw malformed();
  return tags;
};
