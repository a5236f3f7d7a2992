import { FRONT_MATTER_KEYS } from '../content/front-matter-keys.ts';
import type { PageRecord, VariableValue } from '../content/records.ts';
import type { ContentRef, Document } from '../document.ts';
import { compileExpression } from '../expressions.ts';
import { hasFrontMatter, hasReadableFrontMatter, type Page, parsePage, printPage } from '../front-matter.ts';
import { isRecord } from '../is-record.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { printMarkdown } from '../markdown/print.ts';
import { withOwnNotation } from '../notations/index.ts';
import { printProperties, readProperties } from '../properties.ts';
import type { RefCodec } from '../refs.ts';
import { withYamlFrontMatter } from './front-matter-formats.ts';

/** The fields in the front matter of a page's file. */
export type PageFields = Pick<
  PageRecord,
  | 'description'
  | 'icon'
  | 'emoji'
  | 'hidden'
  | 'noIndex'
  | 'noRobotsIndex'
  | 'condition'
  | 'variables'
  | 'tags'
  | 'cover'
  | 'layout'
  | 'more'
  | 'frontMatter'
> & { readonly title?: string };

/** A parsed page file; its references are decoded by the given codec. */
export interface PageFile {
  readonly fields: PageFields;
  readonly document: Document;
  /** Invalid parts of the front matter. */
  readonly problems: readonly string[];
}

type Values = Record<string, unknown>;

const isTextUpTo = (length: number) => (value: unknown) =>
  typeof value === 'string' && value.length <= length;
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isVariable = (value: unknown): value is VariableValue =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  isTextUpTo(256)(value);

/** Whether a value is a set of variables with valid names and values. */
export const areVariables = (value: unknown): value is Readonly<Record<string, VariableValue>> =>
  isRecord(value) &&
  Object.entries(value).every(([name, one]) => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) && isVariable(one));

const isCondition = (value: unknown) =>
  typeof value === 'string' && value.length <= 1024 && compileExpression(value).ok;

/** The page fields with one key of front matter, and the validation of their values. */
const simple: readonly (readonly [
  field: Exclude<keyof typeof FRONT_MATTER_KEYS, 'cover'>,
  isValid: (value: unknown) => boolean,
])[] = [
  ['description', isTextUpTo(5000)],
  ['icon', isTextUpTo(50)],
  ['emoji', isTextUpTo(50)],
  ['hidden', isBoolean],
  ['condition', isCondition],
  ['noIndex', isBoolean],
  ['noRobotsIndex', isBoolean],
  ['variables', areVariables],
  ['tags', Array.isArray],
];

const shown = [
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
  'tags',
  'actions',
  'anchors',
] as const;
const oneOf =
  (...choices: string[]) =>
  (value: unknown) =>
    choices.includes(value as string);
const isWidth = oneOf('default', 'wide');
const isCoverSize = oneOf('hero', 'full', 'background');
const isCoverMask = oneOf('none', 'radial');

/** The maximum length of an imported title. Titles are not shortened, since an export would write the shortened one. */
export const MAX_TITLE_LENGTH = 5000;

/** Extracts the layout from front matter; unknown parts remain there. */
const takeLayout = (properties: Values): Values | undefined => {
  if (!isRecord(properties.layout)) return undefined;
  const { width, cover, ...rest } = properties.layout;
  const layout: Values = {};
  const left: Values = {};
  const setIfDefined = (into: Values, key: string, value: unknown) => {
    if (value !== undefined) into[key] = value;
  };
  setIfDefined(isWidth(width) ? layout : left, 'width', width);
  const { visible, size, mask, ...more } = isRecord(cover) ? cover : {};
  setIfDefined(layout, 'cover', isBoolean(visible) ? visible : undefined);
  setIfDefined(layout, 'coverSize', isCoverSize(size) ? size : undefined);
  setIfDefined(layout, 'coverMask', isCoverMask(mask) ? mask : undefined);
  const restOfCover = {
    ...(isBoolean(visible) || visible === undefined ? {} : { visible }),
    ...(isCoverSize(size) || size === undefined ? {} : { size }),
    ...(isCoverMask(mask) || mask === undefined ? {} : { mask }),
    ...more,
  };
  if (Object.keys(restOfCover).length > 0) left.cover = restOfCover;
  if (cover !== undefined && !isRecord(cover)) left.cover = cover;
  for (const [key, value] of Object.entries(rest)) {
    const { visible: isShown, ...others } = isRecord(value) ? value : {};
    if (!(shown as readonly string[]).includes(key) || !isBoolean(isShown)) left[key] = value;
    else {
      layout[key] = isShown;
      if (Object.keys(others).length > 0) left[key] = others;
    }
  }
  if (Object.keys(left).length > 0) properties.layout = left;
  else delete properties.layout;
  return Object.keys(layout).length > 0 ? layout : undefined;
};

const without = (values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));

const printLayout = (layout: Values, left: unknown): Values => {
  const rest = isRecord(left) ? left : {};
  const { width, cover, coverSize, coverMask } = layout;
  const partOf = (key: string): Values => (isRecord(rest[key]) ? (rest[key] as Values) : {});
  const ofCover = {
    ...(cover === undefined ? {} : { visible: cover }),
    ...(coverSize === undefined ? {} : { size: coverSize }),
    ...(coverMask === undefined ? {} : { mask: coverMask }),
  };
  return {
    ...(width === undefined ? {} : { width }),
    ...without(rest, width === undefined ? [] : ['width']),
    ...(Object.keys(ofCover).length > 0
      ? { cover: { ...ofCover, ...without(partOf('cover'), Object.keys(ofCover)) } }
      : {}),
    ...Object.fromEntries(
      shown
        .filter((key) => layout[key] !== undefined)
        .map((key) => [key, { visible: layout[key], ...without(partOf(key), ['visible']) }]),
    ),
  };
};

/** Extracts the cover from front matter. */
const takeCover = (properties: Values, refs: RefCodec): Values | undefined => {
  const { cover, coverDark, coverY, coverHeight } = properties;
  if (typeof cover !== 'string' || cover === '') return undefined;
  const isHeight = typeof coverHeight === 'number' && coverHeight >= 10 && coverHeight <= 700;
  const isDark = typeof coverDark === 'string' && coverDark !== '';
  const isPlaced = typeof coverY === 'number' && Number.isFinite(coverY);
  const taken = [
    'cover',
    ...(isPlaced ? ['coverY'] : []),
    ...(isHeight ? ['coverHeight'] : []),
    ...(isDark ? ['coverDark'] : []),
  ];
  for (const key of taken) delete properties[key];
  return {
    ref: coverRef(refs.parse(cover, 'image'), cover),
    ...(isDark ? { refDark: coverRef(refs.parse(coverDark, 'image'), coverDark) } : {}),
    // Pages without a position are presented with 0, but their files stay without one.
    ...(isPlaced ? { yPos: coverY } : {}),
    ...(isHeight ? { height: coverHeight } : {}),
  };
};

// A cover is a file or a URL; a reference of another kind is kept as a URL.
const coverRef = (ref: ContentRef, url: string): ContentRef =>
  ref.kind === 'file' || ref.kind === 'url' ? ref : { kind: 'url', url };

/** The front matter of a cover; an image that did not change keeps the spelling of its path. */
const printCover = (cover: Values, written: Values, refs: RefCodec): Values => ({
  ...(cover.ref ? { cover: printImage(cover.ref as ContentRef, written.cover, refs) } : {}),
  ...(cover.ref && cover.refDark
    ? { coverDark: printImage(cover.refDark as ContentRef, written.coverDark, refs) }
    : {}),
  ...(cover.ref && cover.yPos !== undefined ? { coverY: cover.yPos } : {}),
  ...(cover.ref && cover.height !== undefined ? { coverHeight: cover.height } : {}),
});

const printImage = (ref: ContentRef, written: unknown, refs: RefCodec): string => {
  const printed = refs.print(ref);
  if (typeof written !== 'string') return printed;
  return refs.print(coverRef(refs.parse(written, 'image'), written)) === printed ? written : printed;
};

/** Adds front matter that is not valid at the start of the page, so that the next export does not lose it. */
const withCode = (yaml: string, document: Document, refs: RefCodec): Document => {
  const fence = '`'.repeat(Math.max(3, ...[...yaml.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const body = printMarkdown(document, { refs });
  return parseMarkdown(`${fence}yaml\n${yaml}\n${fence}\n\n${body}`, { refs });
};

const titleText = (title: string): string => title.replace(/\s+/g, ' ').trim();

/** Reads the file of a page. */
export function readPageFile(file: string, refs: RefCodec): PageFile {
  const source = withYamlFrontMatter(file);
  const problems: string[] = [];
  const isReadable = hasReadableFrontMatter(source);
  if (!isReadable && hasFrontMatter(source))
    problems.push('The front matter is not valid YAML, and was imported as code at the start of the page');
  // Dashes without front matter are the start of the body.
  const isBody = !isReadable && !hasFrontMatter(source);
  const page = parsePage(isBody ? source.replace(/^\uFEFF?(?=---)/, '\n') : source, { refs });
  const left: Values = { ...page.properties };
  const fields: Values = {};
  for (const [field, isValid] of simple) {
    const [key] = FRONT_MATTER_KEYS[field];
    const value = left[key];
    if (value === undefined || value === null) continue;
    if (!isValid(value)) {
      problems.push(`The front matter has an invalid value for ${key}`);
      continue;
    }
    // The default, written out: it stays with the front matter that has no field.
    if (value === false || value === '') continue;
    delete left[key];
    fields[field] = value;
  }
  const cover = takeCover(left, refs);
  const layout = takeLayout(left);
  const title = page.title === undefined ? undefined : titleText(page.title);
  return {
    fields: {
      ...(title ? { title } : {}),
      ...fields,
      ...(cover ? { cover } : {}),
      ...(layout ? { layout } : {}),
      ...(Object.keys(left).length > 0 ? { more: left } : {}),
      ...(isReadable && page.frontMatter ? { frontMatter: page.frontMatter } : {}),
    },
    document: isReadable || isBody ? page.document : withCode(page.frontMatter!, page.document, refs),
    problems,
  };
}

/** Writes the file of a page, from a document or its Markdown. */
export function printPageFile(
  { fields, document }: Pick<PageFile, 'fields'> & { readonly document: Document | string },
  refs: RefCodec,
): string {
  const { title, more = {}, cover, layout, frontMatter } = fields;
  const written = readProperties(frontMatter ?? '') ?? {};
  const { layout: leftOfLayout, ...rest } = more;
  const known = {
    ...Object.fromEntries(
      simple
        .filter(([field]) => fields[field] !== undefined && fields[field] !== '' && fields[field] !== false)
        .map(([field]) => [FRONT_MATTER_KEYS[field][0], fields[field]]),
    ),
    ...(cover ? printCover(cover, written, refs) : {}),
    ...(layout
      ? { layout: printLayout(layout, leftOfLayout) }
      : leftOfLayout === undefined
        ? {}
        : { layout: leftOfLayout }),
  };
  // A field of the page replaces the invalid value that its file had.
  const properties = { ...known, ...without(rest, Object.keys(known)) };
  const source = frontMatter === undefined ? {} : { frontMatter };
  if (title === undefined) return printPage({ properties, document, ...source }, { refs });
  // A title stays in the front matter, where its author wrote it.
  if (typeof written.title === 'string' && written.title !== '') {
    const own = titleText(written.title) === title ? written.title : title;
    return printPage({ properties: { ...properties, title: own }, document, ...source }, { refs });
  }
  return printPage({ title, properties, document, ...source }, { refs });
}

/** A parsed file of a reusable content. */
export interface ReusableFile {
  readonly title?: string;
  /** The source of its front matter. */
  readonly frontMatter?: string;
  readonly document: Document;
}

/** Reads the file of a reusable content: the title from its front matter, and the body. */
export function readReusableFile(file: string, refs: RefCodec): ReusableFile {
  const source = withYamlFrontMatter(file);
  if (!hasReadableFrontMatter(source)) return { document: parseMarkdown(withOwnNotation(source), { refs }) };
  const page = parsePage(source, { refs });
  const { frontMatter } = page;
  const { title, document } = titled(source, page, refs);
  return { ...(title ? { title } : {}), ...(frontMatter ? { frontMatter } : {}), document };
}

const titled = (
  source: string,
  page: Page,
  refs: RefCodec,
): { title: string | undefined; document: Document } => {
  const own = page.frontMatter !== undefined && /^title[ \t]*:/m.test(page.frontMatter);
  // A heading is the title in pages only.
  return own || page.title === undefined
    ? { title: page.title, document: page.document }
    : {
        title: undefined,
        document: parseMarkdown(
          withOwnNotation(source.replace(/^\uFEFF?---[\s\S]*?\n---[ \t]*(?:\r?\n|$)/, '')),
          { refs },
        ),
      };
};

/** Writes the file of a reusable content, with the other keys of its front matter. */
export const printReusableFile = (
  { title, frontMatter }: Pick<PageFields, 'title' | 'frontMatter'>,
  document: Document | string,
  refs: RefCodec,
): string => {
  const body = (typeof document === 'string' ? document : printMarkdown(document, { refs })).trimEnd();
  const written = frontMatter === undefined ? undefined : readProperties(frontMatter);
  const yaml = written
    ? printProperties({ ...written, title: title ?? '' }, frontMatter)
    : `title: ${JSON.stringify(title ?? '')}`;
  return `---\n${yaml}\n---\n${body === '' ? '' : `\n${body}\n`}`;
};

/** The titles of a page: the one of its file, and a different one in the table of contents as its short title. */
export const titlesOf = (
  listed: { readonly title: string; readonly linkTitle?: string },
  { title }: PageFields,
): { title: string; linkTitle?: string } => {
  const own = title ?? listed.title.trim();
  const short = listed.linkTitle ?? (listed.title === own ? undefined : listed.title);
  return { title: own || 'Untitled', ...(short === undefined ? {} : { linkTitle: short }) };
};
