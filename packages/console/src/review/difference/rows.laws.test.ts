import {
  type Block,
  type Document,
  type Fragment,
  type Inline,
  type Node,
  parseMarkdown,
  plainText,
  withKeys,
} from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { createWords, editDocument, writeDocument } from '../../../../document/src/testing/documents.ts';
import { createRandom, law, recipes } from '../../../../document/src/testing/random.ts';
import { bandOf, type ChangeKind, codeLineMark, withoutMarks, wordMark } from './marks.ts';
import { renderSplit, renderUnified } from './render-rows.ts';
import { differenceRows, type Row } from './rows.ts';

const context = { language: 'en', hrefOf: () => undefined, fileOf: () => undefined };

/** The nodes without everything that is marked as one kind of change, and without marks. */
const accept = (nodes: readonly Node[], dropped: ChangeKind): Node[] => {
  const kept: Node[] = [];
  const bands: (ChangeKind | 'end')[] = [];
  let word = 'end' as ChangeKind | 'end';
  const textWithout = (text: string) => {
    let out = '';
    for (const character of text) {
      word = wordMark(character) ?? word;
      if (word !== dropped) out += withoutMarks(character);
    }
    return out;
  };
  for (const node of nodes) {
    const band = node.object === 'block' ? bandOf(node) : undefined;
    if (band === 'end') bands.pop();
    else if (band) bands.push(band);
    else if (node.object === 'text')
      kept.push({ ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, text: textWithout(leaf.text) })) });
    else if (!bands.includes(dropped) && word !== dropped) kept.push(...acceptInside(node, dropped));
  }
  return kept;
};
const titleWithout = (title: string, dropped: ChangeKind): string => {
  let word = 'end' as ChangeKind | 'end';
  let out = '';
  for (const character of title) {
    word = wordMark(character) ?? word;
    if (word !== dropped) out += withoutMarks(character);
  }
  return out;
};
const acceptInside = (node: Block | Inline, dropped: ChangeKind): Node[] => {
  if (node.object === 'block' && node.type === 'code-line' && codeLineMark(node) === dropped) return [];
  const { title } = node.data ?? {};
  const shownTitle = typeof title === 'string' ? titleWithout(title, dropped) : undefined;
  if (node.type === 'tabs-item' && shownTitle === '' && title !== '') return [];
  return [
    {
      ...node,
      ...(shownTitle !== undefined && { data: { ...node.data, title: shownTitle } }),
      ...(node.nodes && { nodes: accept(node.nodes, dropped) }),
      ...(node.fragments && {
        fragments: node.fragments.map((part: Fragment) => ({ ...part, nodes: accept(part.nodes, dropped) })),
      }),
    } as Node,
  ];
};

// The cells of a table are listed in another order once its rows were compared.
const words = (nodes: readonly Node[]): string =>
  plainText({ object: 'document', data: {}, nodes: nodes as Block[] })
    .split(/\s+/)
    .filter(Boolean)
    .sort()
    .join(' ');

const textOf = (document: Document) => words(document.nodes);

const sideOf = (rows: readonly Row[], side: 'before' | 'after'): string => {
  const dropped = side === 'after' ? 'removed' : 'added';
  return words(
    accept(
      rows.flatMap((row) => row[side] ?? []),
      dropped,
    ),
  );
};

const unifiedOf = (rows: readonly Row[], side: 'before' | 'after'): string => {
  const dropped = side === 'after' ? 'removed' : 'added';
  return words(
    accept(
      rows.flatMap(({ unified }) => unified.filter(({ kind }) => kind !== dropped).map(({ block }) => block)),
      dropped,
    ),
  );
};

const pairOf = ({ seed, size, ours }: { seed: number; size: number; ours: number }) => {
  const random = createRandom(seed);
  const writer = { random, words: createWords(random, 'w', false) };
  const before = writeDocument(writer as never, size + 1);
  return { before, after: editDocument(writer as never, before, ours) };
};

describe('the rows of a difference', () => {
  test('have the text of the new page on the right and of the old page on the left', () => {
    law(recipes, (recipe) => {
      const { before, after } = pairOf(recipe);
      const rows = differenceRows(before, after);
      expect(sideOf(rows, 'after')).toBe(textOf(after));
      expect(sideOf(rows, 'before')).toBe(textOf(before));
    });
  });

  test('are the same for blocks that are known by their keys', () => {
    law(recipes, (recipe) => {
      const { before, after } = pairOf(recipe);
      const kinds = (rows: readonly Row[]) => rows.map(({ kind, notes }) => [kind, notes]);
      const keyed = differenceRows(withKeys(before), withKeys(after));
      expect(kinds(keyed)).toEqual(kinds(differenceRows(before, after)));
    });
  });

  test('in one column: without deletions the new page, without additions the old one', () => {
    law(recipes, (recipe) => {
      const { before, after } = pairOf(recipe);
      const rows = differenceRows(before, after);
      // The rows of a table keep the values of removed rows that are no text.
      if (/"type":"table"/.test(JSON.stringify([before, after]))) return;
      expect(unifiedOf(rows, 'after')).toBe(textOf(after));
      expect(unifiedOf(rows, 'before')).toBe(textOf(before));
    });
  });

  test('are rendered one by one, with balanced marks', () => {
    law(recipes, (recipe) => {
      const { before, after } = pairOf(recipe);
      const rows = differenceRows(before, after);
      const unified = renderUnified(rows, context);
      const split = renderSplit(rows, context);
      expect([unified.length, split.length]).toEqual([rows.length, rows.length]);
      for (const html of [
        ...unified.flatMap(({ parts }) => parts.map((part) => part.html)),
        ...split.flatMap((row) => [row.before ?? '', row.after ?? '']),
      ]) {
        expect(html).not.toMatch(/[\uFDD0-\uFDEF]/);
        for (const name of ['ins', 'del', 'div'])
          expect(html.split(`<${name}`).length).toBe(html.split(`</${name}>`).length);
      }
    });
  });

  test('of equal pages are all unchanged, and of a new page all added', () => {
    law(recipes, (recipe) => {
      const { before } = pairOf(recipe);
      expect(differenceRows(before, before).every(({ kind }) => kind === 'same')).toBe(true);
      expect(differenceRows(undefined, before).every(({ kind }) => kind === 'added')).toBe(true);
      expect(differenceRows(before, undefined).every(({ kind }) => kind === 'removed')).toBe(true);
    });
  });
});

const html = (before: string, after: string): string =>
  renderUnified(differenceRows(parseMarkdown(before), parseMarkdown(after)), context)
    .flatMap(({ parts }) => parts.map((part) => `${part.kind}: ${part.html}`))
    .join('\n');

describe('a difference in one column', () => {
  test('marks words', () => {
    expect(html('The quick fox', 'The slow fox')).toBe(
      'changed: <p>The <del>quick</del><ins>slow</ins> fox</p>',
    );
    expect(html('Use `one two` here', 'Use `one three` here')).toBe(
      'changed: <p>Use <code>one <del>two</del><ins>three</ins></code> here</p>',
    );
  });

  test('marks items of lists', () => {
    expect(html('* One\n* Two', '* One\n* Two\n* Three')).toContain(
      '<li><div class="diff-band diff-added" role="insertion"><p>Three</p></div></li>',
    );
  });

  test('marks lines of code', () => {
    const code = html('```js\na();\nb();\n```', '```js\na();\nc();\n```');
    expect(code).toContain('<span class="line">a();\n</span>');
    expect(code).toMatch(/<span class="line diff-removed">.*b.*\n<\/span><span class="line diff-added">.*c/);
  });

  test('marks cells of tables', () => {
    const table = (cell: string) => `| A | B |\n| - | - |\n| one | ${cell} |\n| two | 2 |`;
    expect(html(table('red'), table('green'))).toContain('<td><p><del>red</del><ins>green</ins></p></td>');
  });

  const TABLE = '| A | B |\n| - | - |\n| one | red |\n| two | 2 |';

  test('marks an added column of a table, and words in other cells', () => {
    const added = html(TABLE, '| A | New | B |\n| - | - | - |\n| one | x | green |\n| two |  | 2 |');
    expect(added).toMatch(/^changed: /);
    expect(added).toContain('<th scope="col">A</th><th scope="col" class="diff-added"><ins>New</ins></th>');
    expect(added.match(/<td class="diff-added">/g)).toHaveLength(2);
    expect(added).toContain('<td><p><del>red</del><ins>green</ins></p></td>');
    expect(added).toContain('<td><p>one</p></td>');
  });

  test('marks a removed column of a table in its former place', () => {
    const removed = html(TABLE, '| B |\n| - |\n| red |\n| 2 |');
    expect(removed).toMatch(/^changed: /);
    expect(removed).toContain('<th scope="col" class="diff-removed"><del>A</del></th><th scope="col">B</th>');
    expect(removed).toMatch(/<td class="diff-removed"><div class="diff-band diff-removed"[^>]*><p>one/);
  });

  test('marks the title of a renamed column of a table', () => {
    expect(html(TABLE, TABLE.replace('B', 'C'))).toContain('<th scope="col"><del>B</del><ins>C</ins></th>');
  });

  test('names the order of columns that were moved, and marks no cell', () => {
    const moved = '| B | A |\n| - | - |\n| red | one |\n| 2 | two |';
    expect(html(TABLE, moved)).not.toMatch(/<ins|<del|diff-/);
    const [row] = differenceRows(parseMarkdown(TABLE), parseMarkdown(moved));
    expect(row!.notes).toEqual([{ name: 'Order of columns', before: ['A', 'B'], after: ['B', 'A'] }]);
  });

  test('marks columns with values that are no text', () => {
    const table = (cells: string, head: string) =>
      `<table><thead><tr><th>A</th>${head}</tr></thead><tbody><tr><td>one</td>${cells}</tr></tbody></table>\n`;
    const rated = table('<td>true</td>', '<th data-type="checkbox">Done</th>');
    const [plain, marked] = [table('', ''), /<td class="diff-added"><input[^>]*checked/];
    expect(html(plain, rated)).toMatch(marked);
    expect(html(rated, plain)).toMatch(/<td class="diff-removed"><input[^>]*checked/);
    expect(differenceRows(parseMarkdown(rated), parseMarkdown(plain))[0]!.notes).toEqual([]);
  });

  test('shows both of a replaced block, and names the change', () => {
    expect(html('## Title', '### Title')).toMatch(/^removed: <h2[\s\S]*\nadded: <h3/);
    const [row] = differenceRows(parseMarkdown('## Title'), parseMarkdown('### Title'));
    expect(row!.notes).toEqual([{ name: 'Block', before: 'Heading 1', after: 'Heading 2' }]);
  });

  test('finds moved blocks', () => {
    const rows = differenceRows(
      parseMarkdown('First of all\n\nSecond\n\nThird'),
      parseMarkdown('Second\n\nThird\n\nFirst of all'),
    );
    expect(rows.filter(({ isMoved }) => isMoved).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  test('shows text that looks like a mark as text', () => {
    expect(html('A', 'A \uFDD0b<ins>')).not.toMatch(/\uFDD0/);
  });
});
