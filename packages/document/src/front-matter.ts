import type { Block, Document } from './document.ts';
import { type LineNode, lineText } from './markdown/line.ts';
import type { MarkdownOptions } from './markdown/options.ts';
import { parseMarkdown } from './markdown/parse.ts';
import { printMarkdown } from './markdown/print.ts';
import { withOwnNotation } from './notations/index.ts';
import { printProperties, readProperties } from './properties.ts';
import { hasAttributes, titleHeading } from './title-heading.ts';

/** A page file: front matter, title and body. */
export interface Page {
  /** The title: from the front matter, else from the first heading. */
  readonly title?: string;
  /** All other keys of the front matter in source order. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** The source of the front matter, to preserve unchanged and invalid parts. */
  readonly frontMatter?: string;
  readonly document: Document;
}

const frontMatter = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

const known =
  /^(title|description|icon|hidden|if|vars|tags|cover|coverY|coverHeight|layout|noIndex|noRobotsIndex)[ \t]*:/m;

// Fast path: a heading of plain words does not require parsing the body twice.
const plainTitle =
  /^\s*?(?<=^|\n)#[ \t]+([\p{L}\p{N}][\p{L}\p{N} ,.\-/']*)(?<=[\p{L}\p{N}.])[ \t]*(?:\r?\n|$)/u;

/** Whether Markdown starts with front matter that has a known key. */
export const hasFrontMatter = (source: string): boolean => known.test(frontMatter.exec(source)?.[1] ?? '');

/** The longest front matter that is read: that of deeply nested lists takes quadratic time. */
const maxLength = 50_000;

/** The properties in the source of front matter; undefined if it is invalid. */
const propertiesOf = (written: string): ReturnType<typeof readProperties> =>
  written.length > maxLength ? undefined : readProperties(written);

/** Whether Markdown starts with valid front matter. */
export const hasReadableFrontMatter = (source: string): boolean => {
  const found = frontMatter.exec(source);
  return found !== null && propertiesOf(found[1]!.replace(/\r\n/g, '\n')) !== undefined;
};

/** The source of valid front matter with keys, and the text after it. */
export const splitFrontMatter = (source: string): readonly [frontMatter: string, text: string] => {
  const [found = '', properties = ''] = frontMatter.exec(source) ?? [];
  const hasKeys = Object.keys(propertiesOf(properties.replace(/\r\n/g, '\n')) ?? {}).length > 0;
  return hasKeys ? [found, source.slice(found.length)] : ['', source];
};

/** Parses a page file. */
export function parsePage(source: string, options: MarkdownOptions = {}): Page {
  const found = frontMatter.exec(source);
  const body = withOwnNotation(found ? source.slice(found[0].length) : source.replace(/^\uFEFF/, ''));
  const written = found?.[1]?.replace(/\r\n/g, '\n');
  const read = written === undefined ? {} : propertiesOf(written);
  const { title: own, ...properties } = read ?? {};
  const isTitled = typeof own === 'string';
  const plain = isTitled ? null : plainTitle.exec(body);
  if (plain && !/www\./i.test(plain[1]!))
    return {
      title: plain[1]!,
      properties: own === undefined ? properties : { title: own, ...properties },
      ...(written === undefined ? {} : { frontMatter: written }),
      document: parseMarkdown(body.slice(plain[0].length), options),
    };
  const parsed = parseMarkdown(body, options);
  const heading = isTitled ? undefined : titleHeading(parsed);
  const title = isTitled ? own : heading?.title;
  return {
    ...(title === undefined ? {} : { title }),
    properties: isTitled || own === undefined ? properties : { title: own, ...properties },
    ...(written === undefined ? {} : { frontMatter: written }),
    document:
      heading === undefined
        ? parsed
        : parseMarkdown(
            printMarkdown({ ...parsed, nodes: parsed.nodes.filter((_, at) => at !== heading.at) }, options),
            options,
          ),
  };
}

/** Whether a block is a `#` heading of plain text. */
const isTitle = (block: Block): boolean =>
  block.type === 'heading-1' &&
  block.data?.level === 1 &&
  block.data.id === undefined &&
  block.data.align === undefined &&
  block.nodes!.length === 1 &&
  block.nodes!.every(
    (node) =>
      node.object === 'text' &&
      node.leaves.every((leaf) => leaf.marks.length === 0 && !leaf.text.includes('\n')),
  );

/** Prints a page file: front matter if needed, the title, and the body from a document or its Markdown. */
export function printPage(
  page: Omit<Page, 'document'> & { readonly document: Document | string },
  options: MarkdownOptions = {},
): string {
  const body = typeof page.document === 'string' ? page.document : printMarkdown(page.document, options);
  const { title } = page;
  const line = title === undefined ? '' : titleLine(title);
  // A title that a heading cannot represent is written to the front matter.
  const isHeading = title !== undefined && line !== undefined;
  const properties = title === undefined || isHeading ? page.properties : { title, ...page.properties };
  const yaml = printProperties(properties, page.frontMatter);
  // No title can be added to invalid YAML.
  const isSplit =
    title !== undefined && page.frontMatter !== undefined && readProperties(page.frontMatter) === undefined;
  const head = yaml !== undefined ? `---\n${yaml}${yaml === '' ? '' : '\n'}---\n` : '';
  const parts = [head.trimEnd(), isHeading || isSplit ? line : '', body.trimEnd()].filter((part) => part);
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

/** The heading of a title; undefined if it would be parsed differently. */
function titleLine(title: string): string | undefined {
  if (hasAttributes(title)) return undefined;
  const block: Block = {
    object: 'block',
    type: 'heading-1',
    data: { level: 1 },
    nodes: title === '' ? [] : [{ object: 'text', leaves: [{ object: 'leaf', text: title, marks: [] }] }],
  };
  const printed = printMarkdown({ object: 'document', data: {}, nodes: [block] }).trimEnd();
  const [back] = parseMarkdown(printed).nodes;
  return back && isTitle(back) && lineText(back.nodes as readonly LineNode[]) === title ? printed : undefined;
}
