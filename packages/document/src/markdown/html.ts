import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { Parser } from 'htmlparser2';
import { escapeXml } from '../escape-xml.ts';
import type { Syntax } from './syntax.ts';

/** Names of HTML elements; other names in angle brackets are text, such as `Map<String>`. */
const htmlNames = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button ' +
    'canvas caption center cite code col colgroup datalist dd del details dfn dialog dir div dl dt em embed ' +
    'fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img ' +
    'input ins kbd label legend li link main map mark marquee math menu meta meter nav noscript object ol optgroup option ' +
    'output p param path picture pre progress q rp rt ruby s samp script search section select slot small source span ' +
    'strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul ' +
    'var video wbr'
  ).split(' '),
);

/** Whether a name is an HTML element. */
export const isHtmlName = (name: string): boolean => htmlNames.has(name.toLowerCase());

/** Void elements. */
const voidNames = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Whether a name is a void element. */
export const isVoidName = (name: string): boolean => voidNames.has(name);

/** Inline elements. */
const lineNames = new Set(
  'a abbr b bdi bdo big br button cite code del dfn em font i img ins kbd label mark picture q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Whether a name is an inline element. */
export const isLineName = (name: string): boolean => lineNames.has(name);

/** A parsed tag. */
interface Tag {
  readonly name: string;
  readonly kind: 'opening' | 'closing' | 'void';
  readonly attributes: Readonly<Record<string, string>>;
}

const tagPattern = /^<(\/?)([A-Za-z][A-Za-z0-9-]*)([\s\S]*?)(\/?)>$/;
const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Parses one tag; undefined for comments and declarations. */
export function readTag(source: string): Tag | undefined {
  const found = tagPattern.exec(source);
  if (!found) return undefined;
  const name = found[2]!.toLowerCase();
  if (found[1]) return { name, kind: 'closing', attributes: {} };
  const attributes: Record<string, string> = {};
  for (const [, attribute, double, single, bare] of found[3]!.matchAll(attributePattern)) {
    const key = attribute!.toLowerCase();
    if (!Object.hasOwn(attributes, key))
      attributes[key] = decodeHTMLAttribute(double ?? single ?? bare ?? '');
  }
  return { name, kind: found[4] || isVoidName(name) ? 'void' : 'opening', attributes };
}

/** Collapses white space as HTML does. */
const collapse = (text: string): string => text.replace(/[ \t\n\r\f]+/g, ' ');

/** Joins lines to one, in linear time. */
export const oneLine = (source: string): string => source.replace(/(?<!\s)\s*\n\s*/g, ' ');

const isBlank = (node: Syntax): boolean => node.type === 'raw' && node.value!.trim() === '';

interface Open {
  readonly node: Syntax & { children: Syntax[]; closing: string };
}

interface Options {
  /** How tags of names are read that are not HTML elements, such as placeholders. */
  readonly unknownElements: 'elements' | 'text';
}

/** Parses HTML to elements and texts; undefined if its tags do not match. */
export function parseHtml(
  source: string,
  { unknownElements }: Options = { unknownElements: 'elements' },
): readonly Syntax[] | undefined {
  const root: Syntax[] = [];
  const stack: Open[] = [];
  let sound = true;
  // The parser takes quadratic time for deep HTML.
  const fail = (): void => {
    sound = false;
    parser.pause();
  };
  const children = (): Syntax[] => stack.at(-1)?.node.children ?? root;
  const addText = (text: string): void => {
    const list = children();
    const last = list.at(-1) as { type: string; value: string } | undefined;
    if (last?.type === 'raw') last.value += text;
    else list.push({ type: 'raw', value: text });
  };
  const isText = (name: string): boolean => unknownElements === 'text' && !isHtmlName(name);
  let read = 0;
  // The parser omits closing tags without an opening one; those of unknown names are text.
  const reach = (start: number, end: number): void => {
    for (const [tag, name] of source.slice(read, start).matchAll(/<\/([A-Za-z][\w-]*)[^<>]*>/g))
      if (!isHtmlName(name!)) addText(tag);
    read = end;
  };
  const parser = new Parser(
    {
      onopentag(name, raw, implied) {
        if (implied || stack.length > 100) return fail();
        const end = parser.endIndex + 1;
        reach(parser.startIndex, end);
        if (isText(name)) return addText(source.slice(parser.startIndex, end));
        const attributes: Record<string, string> = {};
        for (const [key, value] of Object.entries(raw)) attributes[key] = decodeHTMLAttribute(value);
        const opening = oneLine(source.slice(parser.startIndex, end));
        const node = { type: 'element', name, attributes, opening, closing: '', children: [] as Syntax[] };
        children().push(node);
        stack.push({ node });
      },
      onclosetag(name, implied) {
        const end = source.indexOf('>', parser.endIndex) + 1;
        if (!implied) reach(parser.startIndex, end);
        if (isText(name)) return implied ? undefined : addText(source.slice(parser.startIndex, end));
        const open = stack.pop();
        if (open === undefined || open.node.name !== name) return fail();
        // The end tag of an option is optional, but ambiguous if it has content.
        const isEmptyOption = name === 'option' && open.node.children.every(isBlank);
        if (implied && !isVoidName(name) && !isEmptyOption) return fail();
        // A name that is not an element is text as written.
        if (!implied)
          open.node.closing = isHtmlName(name) ? `</${name}>` : source.slice(parser.startIndex, end);
      },
      ontext(text) {
        reach(parser.endIndex + 1 - text.length, parser.endIndex + 1);
        addText(text);
      },
      oncomment() {
        reach(parser.startIndex, parser.endIndex + 1);
        if (!source.slice(0, parser.endIndex + 1).endsWith('-->')) return fail();
        children().push({
          type: 'html',
          value: oneLine(source.slice(parser.startIndex, parser.endIndex + 1)),
        });
      },
      onprocessinginstruction() {
        fail();
      },
    },
    {
      decodeEntities: false,
      lowerCaseTags: true,
      lowerCaseAttributeNames: true,
      recognizeSelfClosing: false,
    },
  );
  parser.write(source);
  reach(source.length, source.length);
  if (stack.length > 0) sound = false;
  parser.end();
  return sound ? root.map((node) => decoded(node, false)) : undefined;
}

// Text is decoded after white space is collapsed, so that spaces written as references are preserved.
function decoded(node: Syntax, isPreformatted: boolean): Syntax {
  if (node.type === 'raw') {
    const value = node.value!;
    return { type: 'text', value: decodeHTML(isPreformatted ? value : collapse(value)) };
  }
  if (node.children === undefined) return node;
  const inside = isPreformatted || node.name === 'pre';
  return { ...node, children: node.children.map((child) => decoded(child, inside)) };
}

/** Escapes text as HTML on one line. */
export const escapeInlineHtml = (text: string): string =>
  escapeXml(text)
    .replace(/\t|\r|\f|^ | (?= )| $/g, (space) => `&#x${space.charCodeAt(0).toString(16).toUpperCase()};`)
    .replace(/\n/g, '<br>');

/** Escapes a value for double quotes. */
const escapeValue = (value: string): string =>
  (decodeHTMLAttribute(value) === value ? value : value.replace(/&/g, '&amp;'))
    .replace(/"/g, '&quot;')
    .replace(/[\n\r\t\f]/g, (space) => `&#x${space.charCodeAt(0).toString(16).toUpperCase()};`);

/** Prints attributes with a space before each. `true` is an attribute without value, undefined is omitted. */
export const printAttributes = (attributes: Readonly<Record<string, string | true | undefined>>): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeValue(value as string)}"`))
    .join('');
