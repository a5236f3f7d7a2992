import type { Block, Data } from '../document.ts';
import { voidBlock } from './block-nodes.ts';
import { quoteTagValue, type Tag, unquote } from './tags.ts';

const namePattern = /([A-Za-z_][\w:.-]*)\s*=\s*/y;
const textPattern = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'/y;
const scalarPattern = /[^\s"'{}[\]]+/y;
const isName = /^[A-Za-z_][\w:.-]*$/;

/** Fields of the block itself, reserved as names of props. */
const own: Readonly<Record<string, string>> = {
  fullWidth: 'fullWidth',
  'block:url': 'url',
  'block:action': 'action',
  'block:props': 'props',
};

/** JSON for a tag, in which a percent sign could be a delimiter. */
const printJson = (value: unknown): string => JSON.stringify(value).replace(/%/g, '\\u0025');

/** The end of the JSON list or object at an offset. */
function jsonEnd(source: string, from: number): number {
  let depth = 0;
  let isText = false;
  for (let at = from; at < source.length; at++) {
    const character = source[at];
    if (isText) {
      if (character === '\\') at++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return source.length;
}

/** The value at an offset and its end: quoted text, or canonical JSON. */
function valueAt(source: string, at: number): { value: unknown; end: number } | undefined {
  textPattern.lastIndex = at;
  const text = textPattern.exec(source);
  if (text) return { value: unquote((text[1] ?? text[2])!), end: textPattern.lastIndex };
  scalarPattern.lastIndex = at;
  const isScalar = scalarPattern.test(source);
  const end = isScalar ? scalarPattern.lastIndex : jsonEnd(source, at);
  const json = source.slice(at, end);
  try {
    const value: unknown = JSON.parse(json);
    return printJson(value) === json ? { value, end } : undefined;
  } catch {
    return undefined;
  }
}

/** Parses the attributes of an integration tag. */
function readValues(source: string): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {};
  for (let at = 0; at < source.length; ) {
    namePattern.lastIndex = at;
    const name = namePattern.exec(source)?.[1];
    const found = name === undefined ? undefined : valueAt(source, namePattern.lastIndex);
    if (!found || Object.hasOwn(values, name!) || /^\S/.test(source.slice(found.end, found.end + 1)))
      return undefined;
    values[name!] = found.value;
    at = found.end;
    while (/\s/.test(source[at] ?? '')) at++;
  }
  return values;
}

/** The block of an integration tag; undefined for other tags. */
export function parseIntegration(tag: Tag): Block | undefined {
  const found = /^@([\w-]+)\/([\w.-]+)$/.exec(tag.name);
  const values = found ? readValues(tag.rest) : undefined;
  if (!found || !values) return undefined;
  const props: Record<string, unknown> = {};
  const more: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (Object.hasOwn(own, name)) more[own[name]!] = value;
    else props[name] = value;
  }
  if (more.fullWidth !== undefined) {
    if (more.fullWidth !== 'true' && more.fullWidth !== 'false') return undefined;
    more.fullWidth = more.fullWidth === 'true';
  }
  if (more.props !== undefined && !isSpareProps(more.props, props)) return undefined;
  return voidBlock('integration', { integration: found[1], block: found[2], props, ...more });
}

const needsObject = (props: Data): boolean =>
  Object.keys(props).some((name) => !isName.test(name) || Object.hasOwn(own, name));

const isSpareProps = (value: unknown, others: Data): boolean =>
  Object.keys(others).length === 0 &&
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  needsObject(value as Data);

/** Prints the tag of an integration block: texts in quotes, other values as JSON. */
export function printIntegration(block: Block): string {
  const { integration, block: name, props, fullWidth, url, action } = block.data as Data & { props: Data };
  const values: Record<string, unknown> = needsObject(props) ? { 'block:props': props } : { ...props };
  if (fullWidth !== undefined) values.fullWidth = String(fullWidth);
  if (url !== undefined) values['block:url'] = url;
  if (action !== undefined) values['block:action'] = action;
  const printed = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${typeof value === 'string' ? quoteTagValue(value) : printJson(value)}`);
  return `{% @${integration}/${name}${printed.join('')} %}`;
}
