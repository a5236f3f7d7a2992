import { safeUrl } from './url.ts';

/** A piece of HTML that was put together by `h`, and therefore cannot hold anything that was not meant. */
export class Html {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }
}

/** What may stand in an element. Texts are escaped; nothing is left out, and so is what is false. */
export type Child = Html | string | number | false | null | undefined | readonly Child[];

/** What an attribute may be; `true` is one without a value, `undefined`, `null` and `false` none at all. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that can stand anywhere in HTML or XML. Characters that neither may hold are left out. */
export const escapeText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>"']/g, (character) => escapes[character]!);

const voids = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/** Attributes that hold addresses. */
const addresses = new Set(['href', 'src', 'action', 'formaction', 'poster', 'cite', 'data']);

const attributeName = /^[a-zA-Z_:][-\w:.]*$/;

function attribute(name: string, value: string | number | true): string {
  if (!attributeName.test(name)) throw new Error(`no attribute: ${name}`);
  if (/^on/i.test(name) || /^(?:style|srcdoc|srcset)$/i.test(name)) throw new Error(`not allowed: ${name}`);
  if (value === true) return ` ${name}`;
  const text = addresses.has(name.toLowerCase()) ? safeUrl(String(value)) : String(value);
  return text === undefined ? '' : ` ${name}="${escapeText(text)}"`;
}

/** Attributes as they stand in a tag. Addresses of other schemes than those allowed are left out. */
export function printAttributes(attributes: Attributes): string {
  let out = '';
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== null && value !== false) out += attribute(name, value);
  return out;
}

function print(child: Child): string {
  if (child === null || child === undefined || child === false) return '';
  if (typeof child === 'string') return escapeText(child);
  if (typeof child === 'number') return String(child);
  if (child instanceof Html) return child.toString();
  let out = '';
  for (const one of child) out += print(one);
  return out;
}

/** Children one after another. */
export const join = (...children: readonly Child[]): Html => new Html(print(children));

/** Nothing. */
export const nothing = new Html('');

/** An element. */
export function h(name: string, attributes: Attributes | null, ...children: readonly Child[]): Html {
  if (name === 'script' || name === 'style') throw new Error(`not allowed: ${name}`);
  const open = `<${name}${attributes ? printAttributes(attributes) : ''}>`;
  return new Html(voids.has(name) ? open : `${open}${print(children)}</${name}>`);
}

/** Names of classes that apply. */
export const classes = (...names: readonly (string | false | null | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
