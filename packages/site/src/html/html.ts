import { safeUrl } from './url.ts';

/** HTML that `h` created, with all text escaped. */
export class Html {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }
}

/** A child of an element. Text is escaped; `false`, `null` and `undefined` are omitted. */
export type Child = Html | string | number | false | null | undefined | readonly Child[];

/** Attributes; `true` is an attribute without a value, and `undefined`, `null` and `false` are omitted. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML and XML, without the characters that neither allows. */
export const escapeHtml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>"']/g, (character) => escapes[character]!);

const voids = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/** Attributes with URLs. */
const URL_ATTRIBUTES = new Set(['href', 'src', 'action', 'formaction', 'poster', 'cite', 'data']);

const attributeName = /^[a-zA-Z_:][-\w:.]*$/;

function attribute(name: string, value: string | number | true): string {
  if (!attributeName.test(name)) throw new Error(`Invalid attribute name: ${name}`);
  if (/^on/i.test(name) || /^(?:style|srcdoc|srcset)$/i.test(name))
    throw new Error(`Not allowed in HTML: ${name}`);
  if (value === true) return ` ${name}`;
  const text = URL_ATTRIBUTES.has(name.toLowerCase()) ? safeUrl(String(value)) : String(value);
  return text === undefined ? '' : ` ${name}="${escapeHtml(text)}"`;
}

/** Prints the attributes of a tag, without URLs whose scheme is not allowed. */
export function printAttributes(attributes: Attributes): string {
  let out = '';
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== null && value !== false) out += attribute(name, value);
  return out;
}

function print(child: Child): string {
  if (child === null || child === undefined || child === false) return '';
  if (typeof child === 'string') return escapeHtml(child);
  if (typeof child === 'number') return String(child);
  if (child instanceof Html) return child.toString();
  let out = '';
  for (const one of child) out += print(one);
  return out;
}

/** Concatenates children. */
export const join = (...children: readonly Child[]): Html => new Html(print(children));

/** Empty HTML. */
export const emptyHtml = new Html('');

/** Creates an element. */
export function h(name: string, attributes: Attributes | null, ...children: readonly Child[]): Html {
  if (name === 'script' || name === 'style') throw new Error(`Not allowed in HTML: ${name}`);
  const open = `<${name}${attributes ? printAttributes(attributes) : ''}>`;
  return new Html(voids.has(name) ? open : `${open}${print(children)}</${name}>`);
}

/** Joins class names. */
export const classes = (...names: readonly (string | false | null | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
