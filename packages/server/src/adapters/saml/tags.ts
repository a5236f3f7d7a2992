import { SamlError } from '../../kernel/saml.ts';

/** An element as a reader of a document sees it. */
export interface Tag {
  readonly name: string;
  /** Values by the whole names of attributes. */
  readonly attributes: ReadonlyMap<string, string>;
}

// Reading takes time that grows with all three; honest answers have some dozens, as many, and less than ten.
const MOST_TAGS = 1_000;
const MOST_ATTRIBUTES = 1_000;
const DEEPEST = 30;

// White space of XML is these four characters. All names of SAML are plain, and so are prefixes of honest providers.
const SPACE = '[ \\t\\r\\n]';
const NAME = '[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?';
const START = new RegExp(`<(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(`${SPACE}+(${NAME})${SPACE}*=${SPACE}*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const START_END = new RegExp(`${SPACE}*(/?)>`, 'y');
const END = new RegExp(`</(${NAME})${SPACE}*>`, 'y');
const TEXT = /[^<]*/y;
const DECLARATION = new RegExp(`^\\uFEFF?(?:<\\?xml${SPACE}[^?<>]*\\?>)?`);
const ONLY_SPACE = new RegExp(`^${SPACE}*$`);

// Control characters, halves of characters, and what some readers take for the end of a line and others do not.
const NO_TEXT = /[^\t\n\r\x20-\x7e\xa0-\u2027\u2029-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|amp|lt|gt|quot|apos);|&/g;

const refuse = (what: string) => new SamlError(`The answer ${what}`);

const requireText = (xml: string): void => {
  if (NO_TEXT.test(xml)) throw refuse('has characters in it that are no text');
  for (const [reference, decimal, hexadecimal] of xml.matchAll(REFERENCE)) {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0x20;
    if (reference === '&' || code > 0x10ffff || NO_TEXT.test(String.fromCodePoint(code)))
      throw refuse('has characters in it that are no text');
  }
};

const requireSize = (xml: string): void => {
  if (xml.split('<').length > MOST_TAGS || xml.split('=').length > MOST_ATTRIBUTES)
    throw refuse('is too large or too deep');
};

/**
 * The elements of a document in their order, with attributes as they are written; refuses whatever two readers of one
 * document could see differently, and whatever is not well-formed.
 */
export const tagsIn = (xml: string): readonly Tag[] => {
  if (/<!(?!\[CDATA\[|--)/.test(xml)) throw refuse('declares types or entities');
  if (/<!--|<!\[CDATA\[/.test(xml)) throw refuse('has comments or raw data in it');
  const content = xml.replace(DECLARATION, '');
  if (content.includes('<?')) throw refuse('has instructions in it');
  requireSize(content);
  requireText(content);

  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(content);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const noTag = () => refuse('has tags in it that are none');

  const attributesHere = (): ReadonlyMap<string, string> => {
    const attributes = new Map<string, string>();
    for (let found = next(ATTRIBUTE); found; found = next(ATTRIBUTE)) {
      const [, name, inDouble, inSingle] = found;
      if (attributes.has(name!)) throw noTag();
      attributes.set(name!, inDouble ?? inSingle!);
    }
    return attributes;
  };

  const tags: Tag[] = [];
  const open: string[] = [];
  while (at < content.length) {
    const [text] = next(TEXT)!;
    if (open.length === 0 && !ONLY_SPACE.test(text)) throw refuse('is not one answer');
    if (at === content.length) break;
    const end = next(END);
    if (end) {
      if (open.pop() !== end[1]) throw noTag();
      continue;
    }
    const name = next(START)?.[1];
    if (name === undefined) throw noTag();
    tags.push({ name, attributes: attributesHere() });
    const rest = next(START_END);
    if (!rest) throw noTag();
    if (!rest[1]) open.push(name);
    if (open.length > DEEPEST) throw refuse('is too large or too deep');
  }
  if (open.length > 0) throw noTag();
  return tags;
};
