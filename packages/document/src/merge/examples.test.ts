import { describe, expect, it } from 'vitest';
import type { Block, Document, Fragment } from '../document.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { printMarkdown } from '../markdown/print.ts';
import type { BlockType } from '../node-types.ts';
import { conflictsOf, resolveConflict } from './conflict.ts';
import { mergeDocuments } from './document.ts';

const document = (...nodes: readonly Block[]): Document => ({ object: 'document', data: {}, nodes });
const block = (type: BlockType, nodes: Block['nodes'], data = {}): Block => ({
  object: 'block',
  type,
  data,
  nodes,
});
const text = (type: BlockType, words: string): Block =>
  block(type, [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }]);
const p = (words: string): Block => text('paragraph', words);
const code = (...lines: readonly string[]): Block =>
  block(
    'code',
    lines.map((line) => text('code-line', line)),
    { syntax: 'js' },
  );
const list = (...items: readonly string[]): Block =>
  block(
    'list-unordered',
    items.map((item) => block('list-item', [p(item)])),
  );
const tab = (title: string, words: string): Block => block('tabs-item', [p(words)], { title });

const merged = (base: Block, ours: Block, theirs: Block) =>
  mergeDocuments(document(base), document(ours), document(theirs));

const expectClean = (base: Block, ours: Block, theirs: Block, expected: Block) => {
  const result = merged(base, ours, theirs);
  expect(result.conflicts).toEqual([]);
  expect(result.document).toEqual(document(expected));
};

describe('merging changes of both sides in a block', () => {
  it('joins edits of different words', () => {
    expectClean(
      p('one two three four five six seven eight'),
      p('one 2 three four five six seven eight'),
      p('one two three four five six 7 eight'),
      p('one 2 three four five six 7 eight'),
    );
  });

  it('keeps a conflict that is still open one conflict, with what the primary side has become', () => {
    const long = p('a text of its own that has nothing in common with what stood here before');
    for (const [base, changed] of [
      [p('It is green.'), p('It is blue.')],
      [p('It is green.'), long],
    ] as const) {
      const open = block('conflict', [
        block('conflict-primary', [base]),
        block('conflict-changed', [changed]),
      ]);
      const now = p('It is dark green.');
      const again = merged(base, now, open);
      expect(conflictsOf(again.document)).toEqual([
        { path: ['nodes', 0], kind: 'edited', primary: [now], changed: [changed] },
      ]);
      expect(again.conflicts).toHaveLength(1);
      // The space has come to say the same.
      expect(merged(base, changed, open)).toEqual({ document: document(changed), conflicts: [] });
      // What somebody wrote into the conflict is kept.
      const edited = block('conflict', [block('conflict-primary', [p('Mine.')]), open.nodes![1] as Block]);
      expect(JSON.stringify(merged(base, now, edited).document)).toContain('Mine.');
    }
  });

  it('leaves edits of neighbouring words to a person', () => {
    const sides = [p('click the red button'), p('click the blue button'), p('click the red switch')] as const;
    const { document: kept, conflicts } = merged(...sides);
    expect(conflicts).toEqual([
      { path: ['nodes', 0], kind: 'edited', base: [sides[0]], ours: [sides[1]], theirs: [sides[2]] },
    ]);
    expect(conflictsOf(kept)).toEqual([
      { path: ['nodes', 0], kind: 'edited', primary: [sides[1]], changed: [sides[2]] },
    ]);
    expect(resolveConflict(kept, 0, 'primary')).toEqual(document(sides[1]));
    expect(resolveConflict(kept, 0, 'changed')).toEqual(document(sides[2]));
    expect(resolveConflict(kept, 1, 'changed')).toBe(kept);
  });

  it('keeps an edited block that the other side deleted, as a conflict', () => {
    const base = document(p('first words here'), p('second words here'));
    const ours = document(p('second words here'));
    const theirs = document(p('first words there'), p('second words here'));
    const { document: kept, conflicts } = mergeDocuments(base, ours, theirs);
    expect(conflicts.map(({ kind }) => kind)).toEqual(['deleted-in-primary']);
    expect(resolveConflict(kept, 0, 'primary')).toEqual(ours);
    expect(resolveConflict(kept, 0, 'changed')).toEqual(theirs);
  });

  it('carries an edit along with a block that the other side moved', () => {
    const [a, b, c, edited] = [
      p('all of the first'),
      p('all of the second'),
      p('the third'),
      p('all of the 1st'),
    ];
    const { document: kept, conflicts } = mergeDocuments(
      document(a, b, c),
      document(b, c, a),
      document(edited, b, c),
    );
    expect(conflicts).toEqual([]);
    expect(kept).toEqual(document(b, c, edited));
    expect(mergeDocuments(document(a, b, c), document(edited, b, c), document(b, c, a)).document).toEqual(
      kept,
    );
  });

  it('puts a block that both sides moved where ours put it', () => {
    const [a, b, c, d] = [p('one'), p('two'), p('three'), p('four')];
    const { document: kept, conflicts } = mergeDocuments(
      document(a, b, c, d),
      document(b, a, c, d),
      document(b, c, d, a),
    );
    expect(conflicts).toEqual([]);
    expect(kept).toEqual(document(b, a, c, d));
  });

  it('finds a conflict by its key, also inside of other blocks', () => {
    const hint = (words: string) => block('hint', [p('before'), p(words)], { style: 'info' });
    const { document: kept } = merged(
      hint('some old words'),
      hint('some red words'),
      hint('some blue words'),
    );
    const [conflict] = conflictsOf(kept);
    expect(conflict?.path).toEqual(['nodes', 0, 'nodes', 1]);
    const keyed = JSON.parse(
      JSON.stringify(kept).replace('"type":"conflict",', '"type":"conflict","key":"k1",'),
    );
    expect(conflictsOf(keyed)[0]?.key).toBe('k1');
    expect(resolveConflict(keyed, 'k1', 'changed')).toEqual(document(hint('some blue words')));
  });

  it('turns a paragraph that one side edits into the heading that the other makes of it', () => {
    expectClean(
      p('how to begin with the work'),
      text('heading-1', 'how to begin with the work'),
      p('how to begin with our work'),
      text('heading-1', 'how to begin with our work'),
    );
  });

  it('merges code by line', () => {
    expectClean(
      code('a', 'b', 'c', 'd', 'e'),
      code('a1', 'b', 'c', 'd', 'e'),
      code('a', 'b', 'c', 'd', 'e1', 'f'),
      code('a1', 'b', 'c', 'd', 'e1', 'f'),
    );
    expect(merged(code('a', 'b'), code('a1', 'b'), code('a', 'b1')).conflicts).toHaveLength(1);
  });

  it('merges lists by item', () => {
    expectClean(
      list('milk', 'bread', 'salt'),
      list('milk', 'butter', 'bread', 'salt'),
      list('milk', 'bread', 'sea salt'),
      list('milk', 'butter', 'bread', 'sea salt'),
    );
  });

  it('merges tabs by title', () => {
    expectClean(
      block('tabs', [tab('npm', 'install it'), tab('yarn', 'add it')]),
      block('tabs', [tab('npm', 'please run setup'), tab('yarn', 'add it')]),
      block('tabs', [tab('yarn', 'add it now'), tab('npm', 'install it')]),
      block('tabs', [tab('yarn', 'add it now'), tab('npm', 'please run setup')]),
    );
  });

  it('keeps what a table calls its cells and shows as one with the row that it is about', () => {
    const cards = (...rows: readonly (readonly [string, string])[]) =>
      parseMarkdown(
        `<table data-view="cards"><thead><tr><th>T</th><th data-type="content-ref"></th></tr></thead><tbody>${rows
          .map(
            ([title, label]) => `<tr><td>${title}</td><td><a href="/pages/${title}">${label}</a></td></tr>`,
          )
          .join('')}</tbody></table>\n`,
      );
    const grid = (...rows: readonly string[]) =>
      parseMarkdown(
        `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody>${rows
          .map((row) => `<tr><td${row.length > 3 ? ' colspan="2"' : ''}>${row}</td></tr>`)
          .join('')}</tbody></table>\n`,
      );
    const both = mergeDocuments(
      cards(['a', 'Apple']),
      cards(['n', 'Nut'], ['a', 'Apple']),
      cards(['a', 'Apple'], ['z', 'Zest']),
    );
    expect(both.conflicts).toEqual([]);
    expect(printMarkdown(both.document)).toBe(
      printMarkdown(cards(['n', 'Nut'], ['a', 'Apple'], ['z', 'Zest'])),
    );
    const shown = mergeDocuments(grid('one', 'wide'), grid('new', 'one', 'wide'), grid('one', 'wide', 'end'));
    expect(printMarkdown(shown.document)).toBe(printMarkdown(grid('new', 'one', 'wide', 'end')));
  });

  it('merges tables by row and cell, whatever rows and cells are called', () => {
    const table = (rows: readonly (readonly [string, string])[]): Block => {
      const fragments: Fragment[] = [];
      const records = rows.map((cells, row) => {
        const values = cells.map((words, column) => {
          fragments.push({ object: 'fragment', fragment: `cell-${row}-${column}`, nodes: [p(words)] });
          return [`c${column}`, `cell-${row}-${column}`];
        });
        return [`row-${row}`, { orderIndex: `${row}`, values: Object.fromEntries(values) }];
      });
      const data = { view: { type: 'grid', columns: ['c0', 'c1'] }, records: Object.fromEntries(records) };
      return { object: 'block', type: 'table', data, fragments };
    };
    const { document: kept, conflicts } = merged(
      table([
        ['red', 'warm'],
        ['blue', 'cold'],
      ]),
      table([
        ['green', 'mild'],
        ['red', 'warm'],
        ['blue', 'cold'],
      ]),
      table([
        ['red', 'warm'],
        ['blue', 'icy'],
      ]),
    );
    expect(conflicts).toEqual([]);
    const { data, fragments } = kept.nodes[0]!;
    const cells = new Map(fragments?.map(({ fragment, nodes }) => [fragment, JSON.stringify(nodes)]));
    const rows = Object.values(data?.records as Record<string, { values: Record<string, string> }>);
    const told = rows.map(({ values }) =>
      Object.values(values).map((name) => /"text":"(\w+)"/.exec(cells.get(name)!)?.[1]),
    );
    expect(told).toEqual([
      ['green', 'mild'],
      ['red', 'warm'],
      ['blue', 'icy'],
    ]);
  });
});
