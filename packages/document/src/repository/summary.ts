import { fromMarkdown } from 'mdast-util-from-markdown';
import { parse as parseYaml, stringify as printYaml } from 'yaml';
import { encodePath } from './paths.ts';
import { isMarkdown } from './repository.ts';

/** One line of a table of contents, with the lines below it. */
export interface SummaryEntry {
  /** `invalid` is a computed page whose source cannot be read, `text` is what stands between the lists. */
  readonly kind: 'page' | 'group' | 'computed' | 'invalid' | 'text';
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
  readonly children: readonly SummaryEntry[];
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
  readonly title?: string | null;
  readonly depth?: number;
  readonly lang?: string | null;
  readonly alt?: string | null;
  readonly position?: {
    readonly start: { readonly offset?: number };
    readonly end: { readonly offset?: number };
  };
}

/** Whether an address is a path of the site, and not of a file. */
export const isSitePath = (address: string): boolean =>
  address.startsWith('/') && !isMarkdown(address.replace(/[?#].*/s, ''));

const textOf = (node: Syntax): string =>
  node.type === 'html' ? '' : (node.value ?? node.alt ?? (node.children ?? []).map(textOf).join(''));

const linkIn = (node: Syntax): Syntax | undefined => {
  if (node.type === 'link') return node;
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
const SILENT = new Set(['html', 'thematicBreak', 'heading']);

/** A text between lists; none if it would change how the lists around it are read, as a comment without an end would. */
const textEntry = ({ type, position }: Syntax, source: string): SummaryEntry[] => {
  const text = source.slice(position?.start.offset, position?.end.offset).replace(/\r\n?/g, '\n');
  const around = fromMarkdown(`* a\n\n${text}\n\n* b\n`).children;
  const isApart = around.length === 3 && around[1]!.type === type && around[2]!.type === 'list';
  return isApart ? [{ kind: 'text', title: '', source: text, children: [] }] : [];
};

/** Reads a `SUMMARY.md`. */
export function parseSummary(source: string): Summary {
  const problems: string[] = [];
  const entries: SummaryEntry[] = [];
  let group: SummaryEntry[] | undefined;
  const nodes = fromMarkdown(source).children as readonly Syntax[];
  const start = nodes.findIndex(isContent);
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
    } else if (node.type === 'list') (group ?? entries).push(...listEntries(node, problems));
    else {
      if (!SILENT.has(node.type)) problems.push(`Neither a heading nor a list: ${textOf(node).slice(0, 60)}`);
      // The text before the first list or group is the opening.
      if (start !== -1 && at > start) (group ?? entries).push(...textEntry(node, source));
    }
  }
  const opening = source.slice(0, nodes[start]?.position?.start.offset).replace(/\r\n/g, '\n').trim();
  return { opening, entries, problems };
}

const listEntries = (list: Syntax, problems: string[]): SummaryEntry[] =>
  (list.children ?? []).flatMap((item) => {
    const parts = item.children ?? [];
    const children = parts
      .filter(({ type }) => type === 'list')
      .flatMap((inner) => listEntries(inner, problems));
    const code = parts.find(({ type, lang }) => type === 'code' && lang === 'yaml');
    if (code) {
      const computed = computedEntry(code);
      if (!computed) problems.push('A computed page has an invalid definition');
      const invalid = { kind: 'invalid' as const, title: '', source: code.value ?? '', children: [] };
      return [computed ?? invalid, ...children];
    }
    const line = parts.find(({ type }) => type === 'paragraph');
    if (!line) return children;
    const link = linkIn(line);
    const title = collapseSpaces(textOf(link ?? line));
    return [
      {
        kind: 'page' as const,
        title,
        ...(link?.url ? { address: link.url } : {}),
        ...(link?.title ? { linkTitle: link.title } : {}),
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
  const short = entry.linkTitle === undefined ? '' : ` ${quoted(entry.linkTitle)}`;
  return `${indent}* [${escaped(entry.title)}](${destination(entry.address ?? '')}${short})`;
};

const linesOf = (entries: readonly SummaryEntry[], indent: string): string[] =>
  entries.flatMap((entry) => [lineOf(entry, indent), ...linesOf(entry.children, `${indent}  `)]);

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
