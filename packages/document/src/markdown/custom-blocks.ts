import { oneLine, readTag } from './html.ts';
import type { Syntax } from './syntax.ts';
import { quoteTagValue, tagShapes } from './tags.ts';

// The hosted service writes a block as a div where it writes HTML: `<div data-gb-custom-block data-tag="hint" data-style="info" class="hint hint-info">`.
const isCustom = /\bdata-gb-custom-block\b/;
const opening = /^[ \t]*(<div\b[^<>]*>)(.*)$/i;
const closing = /^(.*)<\/div[ \t]*>[ \t]*$/i;

/** A line of HTML, or a node of another type. */
interface Part {
  node: Syntax;
  /** The HTML node that it is a line of. */
  readonly origin: Syntax | undefined;
  /** Whether it is on the line of the part before it. */
  readonly continues?: boolean;
}

const line = (value: string, origin: Syntax): Part => ({ node: { type: 'html', value }, origin });
const continued = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part) => ({ ...part, continues: true }));

/** The parts of a line: opening and closing tags of divs, and the HTML between them. */
function partsOfLine(source: string, origin: Syntax): readonly Part[] {
  const [, open, rest] = opening.exec(source) ?? [];
  if (open !== undefined) {
    const inner = rest!.trim() === '' ? [] : partsOfLine(rest!, origin);
    return [line(open, origin), ...continued(inner)];
  }
  const [, before] = closing.exec(source) ?? [];
  if (before === undefined || before.includes('<div')) return [line(source, origin)];
  const end = line('</div>', origin);
  return before.trim() === '' ? [end] : [...partsOfLine(before, origin), ...continued([end])];
}

/** The tag of a custom block by the attributes of its div; undefined if its name or an attribute is unknown. */
export function customTagOf(
  attributes: Readonly<Record<string, string>>,
): { readonly name: string; readonly tag: string } | undefined {
  // Its class says the same as its tag and style.
  const { 'data-tag': name = '', 'data-gb-custom-block': _flag, class: _class, ...others } = attributes;
  const shape = Object.hasOwn(tagShapes, name) ? tagShapes[name]! : undefined;
  if (!shape) return undefined;
  const fields = new Map(Object.keys(shape.fields).map((field) => [field.toLowerCase(), field]));
  const values: string[] = [];
  for (const [attribute, value] of Object.entries(others)) {
    const field = fields.get(attribute.replace(/^data-/, '').replaceAll('-', ''));
    if (field === undefined) return undefined;
    values.push(` ${field}=${quoteTagValue(value)}`);
  }
  return { name, tag: `{% ${name}${values.join('')} %}` };
}

const tagOf = (source: string) => customTagOf(readTag(oneLine(source))?.attributes ?? {});

/** Whether HTML may have divs with blocks between its lines; the cells of a table are read with the table. */
const mayHaveBlocks = (source: string): boolean => /<\/?div\b/i.test(source) && !/^\s*<table\b/i.test(source);

/** Replaces the divs of custom blocks by their tags; divs without an end stay HTML. */
export function withCustomBlocks(nodes: readonly Syntax[]): readonly Syntax[] {
  if (!nodes.some((node) => node.type === 'html' && isCustom.test(node.value!))) return nodes;
  const parts = nodes.flatMap((node): readonly Part[] =>
    node.type === 'html' && mayHaveBlocks(node.value!)
      ? node.value!.split('\n').flatMap((each) => partsOfLine(each, node))
      : [{ node, origin: undefined }],
  );
  const open: { readonly part: Part; readonly found: ReturnType<typeof tagOf> }[] = [];
  for (const part of parts) {
    if (part.origin === undefined) continue;
    const value = part.node.value!;
    if (opening.test(value)) open.push({ part, found: isCustom.test(value) ? tagOf(value) : undefined });
    else if (value === '</div>') {
      const start = open.pop();
      if (!start?.found) continue;
      start.part.node = { type: 'tag', value: start.found.tag };
      part.node = { type: 'tag', value: `{% end${start.found.name} %}` };
    }
  }
  return joinLines(parts);
}

/** Joins adjacent lines of the same HTML node. */
function joinLines(parts: readonly Part[]): readonly Syntax[] {
  const joined: Part[] = [];
  for (const { node, origin, continues } of parts) {
    const last = joined.at(-1);
    const isSame = origin !== undefined && last?.origin === origin;
    if (isSame && last.node.type === 'html' && node.type === 'html')
      last.node = { type: 'html', value: `${last.node.value}${continues ? '' : '\n'}${node.value}` };
    else joined.push({ node, origin });
  }
  return joined.map(({ node }) => node).filter((node) => node.type !== 'html' || node.value!.trim() !== '');
}
