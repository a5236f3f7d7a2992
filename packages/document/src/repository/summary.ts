import { fromMarkdown } from 'mdast-util-from-markdown';
import { parse as parseYaml, stringify as printYaml } from 'yaml';
import { splitFrontMatter } from '../front-matter.ts';
import { encodePath } from './paths.ts';
import { isMarkdown } from './repository.ts';

/** One line of a table of contents, with the lines below it. */
export interface SummaryEntry {
  /** `title` is a line without a link, `invalid` a computed page whose source cannot be read, `text` what stands between the lists. */
  readonly kind: 'page' | 'group' | 'title' | 'computed' | 'invalid' | 'text';
  readonly title: string;
  /** The target of the line; absent for plain text. */
  readonly address?: string;
  /** The short title of a page. */
  readonly linkTitle?: string;
  readonly slug?: string;
  /** The source of a computed page. */
  readonly computed?: Readonly<Record<string, unknown>>;
  /** The source of an invalid computed page, or of a text. */
  readonly source?: string;
  /** What else a line and its item have: the source before and after the link, and of the blocks below it. */
  readonly words?: EntryWords;
  readonly children: readonly SummaryEntry[];
}

interface EntryWords {
  readonly before: string;
  readonly after: string;
  readonly below: readonly string[];
}

/** A table of contents, and the problems found in it. */
export interface Summary {
  /** The text before the first list or group. */
  readonly opening: string;
  readonly entries: readonly SummaryEntry[];
  readonly problems: readonly string[];
}

interface Syntax {
  readonly type: string;
  readonly children?: readonly Syntax[];
  readonly value?: string;
  readonly url?: string;
  readonly identifier?: string;
  readonly title?: string | null;
  readonly depth?: number;
  readonly lang?: string | null;
  readonly alt?: string | null;
  readonly position?: {
    readonly start: { readonly offset?: number; readonly column: number };
    readonly end: { readonly offset?: number };
  };
}

/** Whether an address is a path of the site, and not of a file. */
export const isSitePath = (address: string): boolean =>
  address.startsWith('/') && !isMarkdown(address.replace(/[?#].*/s, ''));

const textOf = (node: Syntax): string =>
  node.type === 'html' ? '' : (node.value ?? node.alt ?? (node.children ?? []).map(textOf).join(''));

const linkIn = (node: Syntax): Syntax | undefined => {
  if (node.type === 'link' || node.type === 'linkReference') return node;
  for (const child of node.children ?? []) {
    const found = linkIn(child);
    if (found) return found;
  }
  return undefined;
};

// Explicit spaces at the edges are preserved.
const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ');

const anchorOf = (heading: Syntax): string | undefined => {
  const html = (heading.children ?? []).map((child) => (child.type === 'html' ? child.value : '')).join('');
  return /<a\b[^>]*\bid="([^"]+)"/.exec(html)?.[1];
};

/** Whether a part of a table of contents has pages: a list, or the heading of a group. */
const isContent = ({ type, depth = 0 }: Syntax): boolean =>
  type === 'list' || (type === 'heading' && depth > 1);

// Parts without text of their own, and the titles of a table of contents.
const SILENT = new Set(['html', 'thematicBreak', 'heading', 'definition']);

/** What the items of a table of contents are read with. */
interface Reading {
  readonly source: string;
  /** The targets of links by reference. */
  readonly definitions: ReadonlyMap<string, Syntax>;
  readonly problems: string[];
}

const definitionsIn = (nodes: readonly Syntax[], found = new Map<string, Syntax>()): Map<string, Syntax> => {
  for (const node of nodes) {
    if (node.type === 'definition' && !found.has(node.identifier!)) found.set(node.identifier!, node);
    definitionsIn(node.children ?? [], found);
  }
  return found;
};

const indented = (text: string, indent: string): string => text.replace(/^(?=.)/gm, indent);

/** A text between lists; none if it would change how the lists around it are read, as a comment without an end would. */
const textEntry = ({ type, position }: Syntax, source: string): SummaryEntry[] => {
  const text = source.slice(position?.start.offset, position?.end.offset);
  const around = fromMarkdown(`* a\n\n${text}\n\n* b\n`).children;
  const isApart = around.length === 3 && around[1]!.type === type && around[2]!.type === 'list';
  return isApart ? [{ kind: 'text', title: '', source: text, children: [] }] : [];
};

/** Blocks below the line of an item, without its indent; they must not change how the lines around them are read. */
const textsBelow = (blocks: readonly Syntax[], { source, problems }: Reading): string[] =>
  blocks.flatMap(({ type, position }) => {
    const indent = new RegExp(`\\n[ \\t]{0,${position!.start.column - 1}}`, 'g');
    const text = source.slice(position!.start.offset, position!.end.offset).replace(indent, '\n');
    const around = fromMarkdown(`* a\n\n${indented(text, '  ')}\n\n  * b\n* c\n`)
      .children as readonly Syntax[];
    const [item, next, ...more] = around[0]!.children!;
    const types = item!.children!.map((part) => part.type);
    if (around.length === 1 && next && more.length === 0 && types.join() === `paragraph,${type},list`)
      return [text];
    problems.push(`Text below a line cannot be kept: ${text.slice(0, 60)}`);
    return [];
  });

/** The source around the link of a line, on one line, and the blocks below it; undefined if there is nothing. */
const wordsOf = (
  line: Syntax,
  link: Syntax | undefined,
  blocks: readonly Syntax[],
  reading: Reading,
): EntryWords | undefined => {
  const between = (from?: number, to?: number) => reading.source.slice(from, to).replace(/\s*\n\s*/g, ' ');
  const [start, end] = [line.position?.start.offset, line.position?.end.offset];
  const words = {
    before: link ? between(start, link.position?.start.offset) : '',
    after: link ? between(link.position?.end.offset, end) : '',
    below: textsBelow(blocks, reading),
  };
  return words.before || words.after || words.below.length > 0 ? words : undefined;
};

/** Reads a `SUMMARY.md`. */
export function parseSummary(text: string): Summary {
  const [frontMatter, source] = splitFrontMatter(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  const problems: string[] = [];
  const entries: SummaryEntry[] = [];
  let group: SummaryEntry[] | undefined;
  const nodes = fromMarkdown(source).children as readonly Syntax[];
  const start = nodes.findIndex(isContent);
  const reading = { source, definitions: definitionsIn(nodes), problems };
  for (const [at, node] of nodes.entries()) {
    if (node.type === 'heading' && isContent(node)) {
      const slug = anchorOf(node);
      const title = collapseSpaces(textOf(node)).replace(slug === undefined ? /^$/ : / $/, '');
      // An empty heading ends the group before it.
      if (title === '' && slug === undefined) group = undefined;
      else {
        group = [];
        entries.push({
          kind: 'group',
          title: title || slug!,
          ...(slug === undefined ? {} : { slug }),
          children: group,
        });
      }
    } else if (node.type === 'list') (group ?? entries).push(...listEntries(node, reading));
    else {
      if (!SILENT.has(node.type)) problems.push(`Neither a heading nor a list: ${textOf(node).slice(0, 60)}`);
      // The text before the first list or group is the opening.
      if (start !== -1 && at > start) (group ?? entries).push(...textEntry(node, source));
    }
  }
  const opening = `${frontMatter}${source.slice(0, nodes[start]?.position?.start.offset)}`.trim();
  return { opening, entries, problems };
}

const listEntries = (list: Syntax, reading: Reading): SummaryEntry[] =>
  (list.children ?? []).flatMap((item) => {
    const parts = item.children ?? [];
    const children = parts
      .filter(({ type }) => type === 'list')
      .flatMap((inner) => listEntries(inner, reading));
    const code = parts.find(({ type, lang }) => type === 'code' && lang === 'yaml');
    if (code) {
      const computed = computedEntry(code);
      if (!computed) reading.problems.push('A computed page has an invalid definition');
      const invalid = { kind: 'invalid' as const, title: '', source: code.value ?? '', children: [] };
      return [computed ?? invalid, ...children];
    }
    const line = parts.find(({ type }) => type === 'paragraph');
    const others = parts.filter((part) => part !== line && part.type !== 'list');
    if (!line) {
      for (const { position } of others)
        reading.problems.push(
          `Neither a page nor a title: ${reading.source.slice(position?.start.offset, position?.end.offset).slice(0, 60)}`,
        );
      return children;
    }
    const link = linkIn(line);
    const target = link?.type === 'linkReference' ? reading.definitions.get(link.identifier!) : link;
    const words = wordsOf(line, link, others, reading);
    const title = collapseSpaces(textOf(link ?? line));
    return [
      {
        kind: link ? ('page' as const) : ('title' as const),
        title,
        ...(target?.url ? { address: target.url } : {}),
        ...(target?.title ? { linkTitle: target.title } : {}),
        ...(words ? { words } : {}),
        children,
      },
    ];
  });

const computedEntry = (code: Syntax): SummaryEntry | undefined => {
  try {
    const { title, ...computed } = parseYaml(code.value ?? '', { maxAliasCount: 20 }) as Record<
      string,
      unknown
    >;
    if (typeof computed.type !== 'string') return undefined;
    const plain = JSON.parse(JSON.stringify(computed)) as Record<string, unknown>;
    return {
      kind: 'computed',
      title: typeof title === 'string' ? title : titleOfComputed(plain),
      computed: plain,
      children: [],
    };
  } catch {
    return undefined;
  }
};

/** The default title of a computed page. */
export const titleOfComputed = (computed: Readonly<Record<string, unknown>>): string => {
  const { spec } = (computed.dependencies ?? {}) as { spec?: { ref?: { spec?: unknown } } };
  return typeof spec?.ref?.spec === 'string' ? spec.ref.spec : String(computed.type);
};

// Escapes Markdown syntax and significant spaces.
const escaped = (text: string): string =>
  text
    .replace(/[\\[\]*_`<]|&(?=[#a-zA-Z0-9]+;)/g, '\\$&')
    .replace(/^\s|\s$|[\t\n\r\f\v]/g, (space) => `&#x${space.charCodeAt(0).toString(16)};`)
    .replace(/#+$/, (ending) => ending.replace(/#/g, '\\#'));

// At the start of a line, these would begin another block.
const escapedLine = (text: string): string =>
  escaped(text)
    .replace(/^[-+>#~]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');

const quoted = (text: string): string => `"${escaped(text).replace(/"/g, '\\"')}"`;

// Addresses with special characters are enclosed in angle brackets.
const destination = (address: string): string =>
  /[\s()<>\\]/.test(address) ? `<${address.replace(/[\n\r<>\\]/g, encodeURIComponent)}>` : address;

const fenceOf = (yaml: string, indent: string): string => {
  const fence = '`'.repeat(Math.max(3, ...[...yaml.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const lines = [`${fence}yaml`, ...yaml.split('\n'), fence];
  return lines.map((line, at) => `${indent}${at === 0 ? '* ' : '  '}${line}`.trimEnd()).join('\n');
};

const lineOf = (entry: SummaryEntry, indent: string): string => {
  if (entry.kind === 'invalid') return fenceOf(entry.source ?? '', indent);
  if (entry.kind === 'computed') {
    const { computed = {}, title } = entry;
    const own = title === titleOfComputed(computed) ? {} : { title };
    return fenceOf(printYaml({ ...own, ...computed }, { lineWidth: 0 }).trimEnd(), indent);
  }
  if (entry.kind === 'title') return `${indent}* ${escapedLine(entry.title)}`;
  const short = entry.linkTitle === undefined ? '' : ` ${quoted(entry.linkTitle)}`;
  const { before = '', after = '' } = entry.words ?? {};
  return `${indent}* ${before}[${escaped(entry.title)}](${destination(entry.address ?? '')}${short})${after}`;
};

/** The blocks below a line, with empty lines around them. */
const belowOf = ({ words, children }: SummaryEntry, indent: string): string[] =>
  words === undefined || words.below.length === 0
    ? []
    : [...words.below.flatMap((text) => ['', indented(text, indent)]), ...(children.length > 0 ? [''] : [])];

const linesOf = (entries: readonly SummaryEntry[], indent: string): string[] =>
  entries.flatMap((entry) => [
    lineOf(entry, indent),
    ...belowOf(entry, `${indent}  `),
    ...linesOf(entry.children, `${indent}  `),
  ]);

/** Lists, and the texts between them. */
const listsOf = (entries: readonly SummaryEntry[]): string[] => {
  const parts: string[] = [];
  let from = 0;
  const addList = (to: number) => parts.push(linesOf(entries.slice(from, to), '').join('\n'));
  for (const [at, { kind, source }] of entries.entries()) {
    if (kind !== 'text') continue;
    addList(at);
    parts.push(source ?? '');
    from = at + 1;
  }
  addList(entries.length);
  return parts.filter((part) => part !== '');
};

const OPENING = '# Table of contents';

/** Writes a `SUMMARY.md`. */
export function printSummary(entries: readonly SummaryEntry[], opening = OPENING): string {
  const parts = [opening || OPENING];
  let isInGroup = false;
  let lines: SummaryEntry[] = [];
  const flush = () => {
    if (lines.length > 0) parts.push(...(isInGroup ? ['##'] : []), ...listsOf(lines));
    lines = [];
  };
  for (const entry of entries) {
    if (entry.kind !== 'group') {
      lines.push(entry);
      continue;
    }
    flush();
    isInGroup = true;
    const anchor =
      entry.slug === undefined
        ? ''
        : ` <a href="#${encodePath(entry.slug)}" id="${encodePath(entry.slug)}"></a>`;
    parts.push(`## ${escaped(entry.title)}${anchor}`, ...listsOf(entry.children));
  }
  flush();
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
