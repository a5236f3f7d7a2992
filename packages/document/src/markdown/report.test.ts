import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Block, Fragment, Node } from '../document.ts';
import { parseMarkdown } from '../index.ts';
import { corpora } from './corpora.testing.ts';

// The report counts all pages.
const files = corpora(1);
const place = join(import.meta.dirname, '../../../../docs/reference/markdown-report.md');

/** How each node that no client draws is kept. */
const kept: Readonly<Record<string, string>> = {
  'block html': 'a block of type `html` with the source as written',
  'inline html': 'an inline node of type `html` with the tag as written',
  'block tag':
    'a block of type `tag` with the source as written; the content between two of them is parsed as usual',
  'inline tag': 'an inline node of type `tag` with the source as written; readers see it as text',
  'block definition': 'a block of type `definition`, where nothing refers to it',
  'inline anchor': 'an inline node of type `anchor` with its id',
};

/** What one such node is about: the name of its tag. */
const about = (node: { data?: unknown; type: string }): string => {
  const source = String((node.data as { source?: string } | undefined)?.source ?? '');
  return (
    (/^<!--/.test(source) ? '<!-- -->' : /^(?:\{%\s*[@\w/-]+|<\/?[A-Za-z][\w-]*)/.exec(source)?.[0]) ??
    node.type
  );
};

function report(): string {
  const counts = new Map<string, number>();
  const native = new Map<string, number>();
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    const { type, nodes, fragments } = node as Block;
    const kind = `${node.object} ${type}`;
    const row = `${about(node as Block)}|${kind}`;
    if (Object.hasOwn(kept, kind)) counts.set(row, (counts.get(row) ?? 0) + 1);
    else if (node.object !== 'fragment') native.set(kind, (native.get(kind) ?? 0) + 1);
    for (const child of nodes ?? []) visit(child);
    for (const part of fragments ?? []) visit(part);
  };
  for (const { source } of files)
    for (const block of parseMarkdown(source.replace(/^---\n[\s\S]*?\n---\n/, '')).nodes) visit(block);
  const sorted = (map: Map<string, number>): [string, number][] =>
    [...map].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const rows = sorted(counts).map(([row, count]) => {
    const [name, kind] = row.split('|');
    return `| \`${name}\` | ${count} | ${kept[kind!]} |`;
  });
  return [
    '# Markdown report',
    '',
    `Generated from the ${files.length} pages of public documentation that the tests read: \`UPDATE_REPORT=1 npx vitest run packages/document/src/markdown/report\`.`,
    '',
    'Constructs without a block of their own. None of them is lost: the document keeps them, the Markdown output contains them, and clients that do not support them ignore them.',
    '',
    '| Construct | Count | Representation |',
    '|---|---|---|',
    ...rows,
    '',
    '## Changes in canonical form',
    '',
    '- Soft line breaks become spaces. List items are numbered in order. Bullets are `*`, emphasis is `_` and `**`.',
    '- HTML that Markdown or a block can express (headings, paragraphs, lists, code, emphasis) is converted.',
    '- Reference links become inline links. Footnotes are numbered in order; equal ones share a number.',
    '- Alerts of GitHub (`> [!NOTE]`) become hints.',
    '- HTML tags without a partner in the same line, and unknown HTML tags, become text.',
    '- `<a name>` becomes `<a id>`. Character references become characters, if the meaning stays the same.',
    '',
    '## Supported nodes',
    '',
    '| Node | Count |',
    '|---|---|',
    ...sorted(native).map(([name, count]) => `| ${name} | ${count} |`),
    '',
  ].join('\n');
}

test.skipIf(files.length === 0)('the report on real documentation is up to date', () => {
  const written = report();
  if (process.env.UPDATE_REPORT) writeFileSync(place, written);
  expect(existsSync(place) && readFileSync(place, 'utf8')).toBe(written);
});
