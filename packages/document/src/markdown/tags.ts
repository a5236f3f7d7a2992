import type { ContentRef, Data } from '../document.ts';
import type { BlockType } from '../node-types.ts';
import type { RefCodec, RefKind } from '../refs.ts';
import { isScriptUrl } from './script-urls.ts';

/** A parsed `{% name … %}`. */
export interface Tag {
  readonly source: string;
  readonly name: string;
  /** The source after the name. */
  readonly rest: string;
}

/** Parses a tag; its name is empty if it has none. */
export function readTagLine(source: string): Tag {
  const inner = source.slice(2, -2).trim();
  const name = /^@?[A-Za-z][\w./-]*(?=\s|$)/.exec(inner)?.[0] ?? '';
  return { source, name, rest: inner.slice(name.length).trim() };
}

/** Whether a text is a single inline tag. */
export const isOneTag = (source: string): boolean => {
  if (!/^\{%.*%\}$/.test(source) || source.indexOf('{%', 1) > 0) return false;
  let quote = '';
  for (let at = 2; at < source.length; at++) {
    const character = source[at]!;
    if (quote !== '' && character === '\\') at++;
    else if (character === quote) quote = '';
    else if (quote === '' && /["']/.test(character) && !/[A-Za-z0-9]/.test(at > 2 ? source[at - 1]! : ''))
      quote = character;
    else if (quote === '' && source.startsWith('%}', at)) return at === source.length - 2;
  }
  return false;
};

const attributePattern =
  /([A-Za-z_][\w:.-]*)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)')(?:\s+|$)/y;

/** The attributes of a tag; undefined if it has other content. */
export function readTagAttributes(rest: string): Record<string, string> | undefined {
  const attributes: Record<string, string> = {};
  attributePattern.lastIndex = 0;
  while (attributePattern.lastIndex < rest.length) {
    const found = attributePattern.exec(rest);
    if (!found || Object.hasOwn(attributes, found[1]!)) return undefined;
    attributes[found[1]!] = unquote((found[2] ?? found[3])!);
  }
  return attributes;
}

/** Removes the escapes of a quoted value: of quotes, backslashes and the percent sign after a brace. */
export const unquote = (value: string): string =>
  value.replace(/\\(["'\\])|(?<=\{)\\(?=%)/g, (_escape, meant: string | undefined) => meant ?? '');

/** Quotes a value. `{%` is escaped, since it would start another tag. */
export const quoteTagValue = (value: string): string =>
  `"${value.replace(/\r\n?/g, '\n').replace(/\\(?=["'\\]|$)|"|(?<=\{)(?:\\(?=%)|(?=%))/g, '\\$&')}"`;

/** Converts an attribute to a field of a block's data and back. Values unknown to `read` are kept as attributes. */
interface Field {
  readonly field: string;
  read(value: string, refs: RefCodec): unknown;
  print(value: unknown, refs: RefCodec): string | undefined;
  /** Whether several values mean the same, such as the addresses of a page; one of them is printed. */
  readonly hasSynonyms?: boolean;
  /** Read, but printed as another attribute. */
  readonly isOlder?: boolean;
}

const string = (field: string): Field => ({
  field,
  read: (value) => value,
  print: (value) => (typeof value === 'string' ? value : undefined),
});

/** An address that is not a reference; a script URL is unknown, so that its tag is kept as source. */
const address = (field: string): Field => ({
  ...string(field),
  read: (value) => (isScriptUrl(value) ? undefined : value),
});

const oneOf = (field: string, values: readonly string[]): Field => ({
  field,
  read: (value) => (values.includes(value) ? value : undefined),
  print: (value) => (typeof value === 'string' ? value : undefined),
});

const boolean = (field: string): Field => ({
  field,
  read: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  print: (value) => (typeof value === 'boolean' ? String(value) : undefined),
});

const integer = (field: string): Field => ({
  field,
  read: (value) => (/^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined),
  print: (value) => (typeof value === 'number' ? String(value) : undefined),
});

const reference = (field: string, kind: RefKind): Field => ({
  field,
  read: (value, refs) => refs.parse(value, kind),
  print: (value, refs) => (value === undefined ? undefined : refs.print(value as ContentRef)),
  hasSynonyms: true,
});

const spec: Field = {
  field: 'ref',
  read: (value) => ({ kind: 'openapi', spec: value }),
  print: (value) => (value as { spec?: string } | undefined)?.spec,
};

const list = (field: string): Field => ({
  field,
  read: (value) => (value === '' ? [] : value.split(',').map((item) => item.trim())),
  print: (value) => (Array.isArray(value) ? value.join(',') : undefined),
});

const tagRefs: Field = {
  field: 'tags',
  read: (value, refs) =>
    value === ''
      ? []
      : value
          .split(',')
          .map((name) => name.trim())
          .map((name) => (name.startsWith('/') ? refs.parse(name, 'tag') : { kind: 'tag', tag: name })),
  // A tag of another space is printed with its full address.
  print: (value, refs) =>
    Array.isArray(value)
      ? value
          .map((ref: ContentRef & { kind: 'tag' }) => (ref.space === undefined ? ref.tag : refs.print(ref)))
          .join(',')
      : undefined,
};

const length: Field = { field: 'width', read: readLength, print: printLength };

const midnight = 'T00:00:00.000Z';

/** A date, stored as its first moment. */
const date: Field = {
  field: 'date',
  read: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value + midnight : value),
  print: (value) => (typeof value === 'string' ? value.replace(midnight, '') : undefined),
};

/** A length in pixels or another unit. */
export function readLength(value: string): number | { unit: string; value: number } | undefined {
  const found = /^(\d+(?:\.\d+)?)(%|px)?$/.exec(value);
  if (!found || String(Number(found[1])) !== found[1] || found[2] === 'px') return undefined;
  return found[2] ? { unit: found[2], value: Number(found[1]) } : Number(found[1]);
}

/** Prints a length. */
export function printLength(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  const sized = value as { unit?: string; value?: number } | undefined;
  return typeof sized?.value === 'number' ? `${sized.value}${sized.unit}` : undefined;
}

/** The tag syntax of a type of block. */
export interface TagShape {
  readonly type: BlockType;
  readonly fields: Readonly<Record<string, Field>>;
  /** Required fields. */
  readonly required?: readonly string[];
  readonly defaults?: Data;
  /** The content up to the closing tag: blocks, items of one type, named parts in order, a code block, or an optional part. */
  readonly content:
    | 'blocks'
    | 'code'
    | 'caption'
    | 'body'
    | 'none'
    | { readonly items: string }
    | { readonly parts: readonly string[] };
  /** Whether the content may be empty. */
  readonly mayBeEmpty?: boolean;
  /** Printed without a closing tag. */
  readonly isAlone?: boolean;
  /** The visible attribute, which is translated. */
  readonly translated?: string;
}

const title = string('title');
const icon = string('icon');
const fullWidth = boolean('fullWidth');
const headless = boolean('headless');
const verticalAlignment = oneOf('verticalAlignment', ['top', 'middle', 'bottom']);
const operation = { path: string('path'), method: string('method') };

const shapes = {
  hint: {
    type: 'hint',
    fields: { style: oneOf('style', ['info', 'success', 'warning', 'danger']), icon },
    defaults: { style: 'info' },
    content: 'blocks',
  },
  tabs: { type: 'tabs', fields: { fullWidth }, content: { items: 'tab' } },
  tab: {
    type: 'tabs-item',
    fields: { title, icon, slug: string('slug') },
    content: 'blocks',
    translated: 'title',
  },
  stepper: { type: 'stepper', fields: {}, content: { items: 'step' } },
  step: { type: 'stepper-step', fields: { icon }, content: 'blocks' },
  columns: { type: 'columns', fields: { fullWidth }, content: { items: 'column' } },
  column: {
    type: 'column',
    fields: {
      width: length,
      valign: verticalAlignment,
      // Written by earlier versions.
      verticalAlignment: { ...verticalAlignment, isOlder: true },
    },
    content: 'blocks',
  },
  updates: {
    type: 'updates',
    fields: { format: oneOf('format', ['numeric', 'full', 'short']) },
    defaults: { format: 'full' },
    content: { items: 'update' },
  },
  conflict: { type: 'conflict', fields: {}, content: { parts: ['primary', 'changed'] } },
  primary: { type: 'conflict-primary', fields: {}, content: 'blocks', mayBeEmpty: true },
  changed: { type: 'conflict-changed', fields: {}, content: 'blocks', mayBeEmpty: true },
  update: { type: 'update', fields: { date, tags: tagRefs }, required: ['date'], content: 'blocks' },
  prompt: {
    type: 'prompt',
    fields: {
      description: string('description'),
      icon,
      openInAIProviders: boolean('openInAIProviders'),
      defaultExpanded: oneOf('defaultExpanded', ['hidden', 'partial', 'full']),
    },
    defaults: { description: '' },
    content: 'code',
    translated: 'description',
  },
  code: {
    type: 'code',
    fields: {
      title,
      overflow: oneOf('overflow', ['scroll', 'wrap']),
      lineNumbers: boolean('lineNumbers'),
      fullWidth,
      expandable: boolean('expandable'),
      collapsedLineCount: integer('collapsedLineCount'),
    },
    content: 'code',
  },
  embed: {
    type: 'embed',
    fields: { url: address('url'), fullWidth },
    required: ['url'],
    content: 'caption',
    isAlone: true,
  },
  file: {
    type: 'file',
    fields: { src: reference('ref', 'file') },
    required: ['ref'],
    content: 'caption',
    isAlone: true,
  },
  'content-ref': {
    type: 'content-ref',
    fields: { url: reference('ref', 'content-ref') },
    required: ['ref'],
    content: 'body',
  },
  openapi: {
    type: 'swagger',
    fields: { src: reference('ref', 'openapi'), ...operation, expanded: boolean('expanded'), fullWidth },
    required: ['ref'],
    content: 'body',
  },
  'openapi-operation': {
    type: 'openapi-operation',
    fields: { spec, ...operation, headless },
    required: ['ref'],
    content: 'body',
  },
  'openapi-schemas': {
    type: 'openapi-schemas',
    fields: { spec, schemas: list('schemas'), grouped: boolean('grouped'), title },
    required: ['ref', 'schemas'],
    content: 'body',
    translated: 'title',
  },
  'openapi-webhook': {
    type: 'openapi-webhook',
    fields: { spec, name: string('name'), method: string('method'), headless },
    required: ['ref', 'name'],
    content: 'body',
  },
} satisfies Readonly<Record<string, TagShape>>;

/** All tags with a block. */
export const tagShapes: Readonly<Record<string, TagShape>> = shapes;

/** Whether a tag has a closing tag, and blocks in between. */
export const isContainerTag = (name: string): boolean => {
  if (name === 'if') return true;
  const shape = Object.hasOwn(tagShapes, name) ? tagShapes[name] : undefined;
  return shape !== undefined && shape.content !== 'caption' && shape.content !== 'body';
};

/** The types of blocks with tag syntax. */
export type TaggedType = (typeof shapes)[keyof typeof shapes]['type'];

/** The tag of each type of block. */
export const tagOfType: ReadonlyMap<BlockType, readonly [string, TagShape]> = new Map(
  Object.entries(tagShapes).map(([name, shape]) => [shape.type, [name, shape] as const]),
);

/** The data of a tag's block; undefined if the block cannot represent the tag. */
export function readTagData(tag: Tag, shape: TagShape, refs: RefCodec): Data | undefined {
  const attributes = readTagAttributes(tag.rest);
  if (!attributes) return undefined;
  const data: Record<string, unknown> = { ...shape.defaults };
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
    const read = field?.read(value, refs);
    // Kept as an attribute if it would be printed differently.
    if (field === undefined || read === undefined || !isPrintedAs(field, read, value, refs))
      others[name] = value;
    else data[field.field] = read;
  }
  if (shape.required?.some((field) => data[field] === undefined)) return undefined;
  return Object.keys(others).length > 0 ? { ...data, attributes: others } : data;
}

/** Whether a field is printed as a value, or as another one with the same meaning. */
const isPrintedAs = (field: Field, read: unknown, value: string, refs: RefCodec): boolean => {
  const printed = field.print(read, refs);
  if (printed === value || printed === undefined) return printed === value;
  return field.hasSynonyms === true && JSON.stringify(field.read(printed, refs)) === JSON.stringify(read);
};

/** The attributes of a tag for a block's data. */
export function tagAttributes(
  shape: TagShape,
  data: Data,
  refs: RefCodec,
): readonly (readonly [name: string, value: string])[] {
  const others = (data.attributes ?? {}) as Record<string, string>;
  const fields = Object.entries(shape.fields).flatMap(([attribute, field]) => {
    const isPrinted = !field.isOlder && !Object.hasOwn(others, attribute);
    const value = isPrinted ? field.print(data[field.field], refs) : undefined;
    return value === undefined ? [] : [[attribute, value] as const];
  });
  return [...fields, ...Object.entries(others)];
}

/** Prints a tag with attributes from a block's data. */
export function printTag(name: string, shape: TagShape, data: Data, refs: RefCodec): string {
  const attributes = tagAttributes(shape, data, refs);
  return `{% ${[name, ...attributes.map(([each, value]) => `${each}=${quoteTagValue(value)}`)].join(' ')} %}`;
}
