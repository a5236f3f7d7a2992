import { describe, expect, it, test } from 'vitest';
import { parseMarkdown } from '../markdown/parse.ts';
import { printMarkdown } from '../markdown/print.ts';
import { runs } from '../testing/deep.ts';
import { createRandom, type Random } from '../testing/random.ts';
import { mergeDocuments } from './document.ts';

/** Rows of cells; the first has the titles. */
type Table = readonly (readonly string[])[];

const markdownOf = (table: Table): string =>
  table
    .map((row, at) => `| ${row.join(' | ')} |${at === 0 ? `\n|${row.map(() => ' --- |').join('')}` : ''}`)
    .join('\n');

/** The merged table; undefined if there is a conflict. */
const merge = (base: Table, ours: Table, theirs: Table): Table | undefined => {
  const [b, o, t] = [base, ours, theirs].map((table) => parseMarkdown(markdownOf(table)));
  const { document, conflicts } = mergeDocuments(b!, o!, t!);
  if (conflicts.length > 0) return undefined;
  const [titles, , ...rows] = printMarkdown(document)
    .trim()
    .split('\n')
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  return [titles!, ...rows];
};

const BASE: Table = [
  ['Name', 'Type', 'Default', 'About'],
  ['host', 'string', 'localhost', 'Where to listen'],
  ['port', 'number', '3000', 'Which port'],
  ['tls', 'boolean', 'false', 'Whether to encrypt'],
];
const ROW = ['retries', 'integer', '5', 'How often to try again'];
const without = (table: Table, column: number): Table => table.map((row) => row.toSpliced(column, 1));
const withColumn = (table: Table, column: number, cells: readonly string[]): Table =>
  table.map((row, at) => row.toSpliced(column, 0, cells[at] ?? ''));

describe('merging the columns of a table', () => {
  it('gives a new row an empty cell in a new column', () => {
    const since = ['Since', '1.0', '1.1', '1.2'];
    const expected = [...withColumn(BASE, 1, since), ROW.toSpliced(1, 0, '')];
    expect(merge(BASE, [...BASE, ROW], withColumn(BASE, 1, since))).toEqual(expected);
    expect(merge(BASE, withColumn(BASE, 1, since), [...BASE, ROW])).toEqual(expected);
  });

  it('keeps the values of a new row under their titles when columns are moved', () => {
    const swap = ([name, type, byDefault, about]: readonly string[]) => [name!, byDefault!, type!, about!];
    expect(merge(BASE, [...BASE, ROW], BASE.map(swap))).toEqual([...BASE, ROW].map(swap));
  });

  it('is a conflict if a new row has a value in a deleted column', () => {
    expect(merge(BASE, [...BASE, ROW], without(BASE, 1))).toBeUndefined();
    expect(merge(BASE, without(BASE, 1), [...BASE, ROW])).toBeUndefined();
    const row = ROW.with(1, '');
    expect(merge(BASE, [...BASE, row], without(BASE, 1))).toEqual(without([...BASE, row], 1));
  });

  it('deletes the columns that both sides delete', () => {
    expect(merge(BASE, without(BASE, 1), without(BASE, 2))).toEqual(without(without(BASE, 2), 1));
  });

  it('deletes a row on one side and adds or deletes a column on the other', () => {
    const since = ['Since', 'the first release', 'the second release', 'the third release'];
    for (const row of [1, 2, 3]) {
      const fewer = BASE.toSpliced(row, 1);
      const others = withColumn(BASE, 1, since.with(row, ''));
      expect(merge(BASE, fewer, others)).toEqual(others.toSpliced(row, 1));
      expect(merge(BASE, others, fewer)).toEqual(others.toSpliced(row, 1));
      expect(merge(BASE, fewer, without(BASE, 1))).toEqual(without(fewer, 1));
      expect(merge(BASE, without(BASE, 1), fewer)).toEqual(without(fewer, 1));
    }
  });

  it('is a conflict if a row is deleted whose cells the other side edits while it changes columns', () => {
    const since = ['Since', '1.0', '1.1', '1.2'];
    const edited = BASE.with(2, ['port', 'number', '8080', 'Which port']);
    const fewer = BASE.toSpliced(2, 1);
    expect(merge(BASE, fewer, withColumn(edited, 1, since))).toBeUndefined();
    expect(merge(BASE, withColumn(edited, 1, since), fewer)).toBeUndefined();
    expect(merge(BASE, fewer, without(edited, 1))).toBeUndefined();
    expect(merge(BASE, without(fewer, 2), edited)).toBeUndefined();
  });

  it('is a conflict if a row is deleted that has words in a new or a rewritten column', () => {
    const since = withColumn(BASE, 1, ['Since', 'the first release', 'the second release', 'the third']);
    const rewritten = BASE.map((row, at) => row.with(0, ['Variable', 'HOST', 'PORT', 'TLS'][at]!));
    for (const side of [since, rewritten])
      for (const row of [1, 2, 3]) {
        expect(merge(BASE, BASE.toSpliced(row, 1), side)).toBeUndefined();
        expect(merge(BASE, side, BASE.toSpliced(row, 1))).toBeUndefined();
      }
  });

  it('is a conflict if it is unknown which row a new cell belongs to', () => {
    const equal = BASE.with(2, BASE[1]!);
    const since = ['Since', '1.0', '1.1', '1.2'];
    expect(merge(equal, equal.toSpliced(1, 1), withColumn(equal, 1, since))).toBeUndefined();
    const replaced = BASE.toSpliced(1, 2, ['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h']);
    expect(merge(BASE, replaced, withColumn(BASE, 1, since))).toBeUndefined();
  });

  it('takes the columns that both sides add', () => {
    const [since, env] = [
      ['Since', '1.0', '1.1', '1.2'],
      ['Variable', 'HOST', 'PORT', 'TLS'],
    ];
    const expected = withColumn(withColumn(BASE, 4, env!), 1, since!);
    expect(merge(BASE, withColumn(BASE, 1, since!), withColumn(BASE, 4, env!))).toEqual(expected);
  });

  it('is a conflict if both sides add a column with other words', () => {
    const [one, other] = [
      ['Since', '1.0', '1.1', '1.2'],
      ['Since', '2.0', '1.1', '1.2'],
    ];
    expect(merge(BASE, withColumn(BASE, 1, one!), withColumn(BASE, 1, other!))).toBeUndefined();
    const empty = ['Since', '', '', ''];
    expect(merge(BASE, withColumn(BASE, 1, one!), withColumn(BASE, 1, empty))).toEqual(
      withColumn(BASE, 1, one!),
    );
  });

  it('keeps cells in place when titles are exchanged', () => {
    const exchanged = BASE.with(0, ['Name', 'Default', 'Type', 'About']);
    expect(merge(BASE, exchanged, [...BASE, ROW])).toEqual([...exchanged, ROW]);
  });

  it('follows a column whose title is changed or missing by its cells', () => {
    const titled = BASE.with(0, ['Name', 'Kind', 'Default', 'About']);
    expect(merge(BASE, titled, without(BASE, 2))).toEqual(without(titled, 2));
    const untitled = BASE.with(0, ['', '', '', '']);
    expect(merge(untitled, [...untitled, ROW], withColumn(untitled, 0, ['', 'a', 'b', 'c']))).toEqual([
      ...withColumn(untitled, 0, ['', 'a', 'b', 'c']),
      ['', ...ROW],
    ]);
  });
});

describe('merging tables with types', () => {
  /** A table of a text column and a column of another type. */
  const typed = (type: string, rows: readonly (readonly string[])[], more: readonly string[] = []) => {
    const head = ['<th>Name</th>', `<th${type && ` data-type="${type}"`}>Value</th>`];
    const added = more.length > 0 ? `<th>${more[0]}</th>` : '';
    const body = rows.map((row, at) => [...row, ...(more.length > 0 ? [more[at + 1]!] : [])]);
    const cells = body.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
    return parseMarkdown(
      `<table><thead><tr>${head.join('')}${added}</tr></thead><tbody>${cells.join('')}</tbody></table>\n`,
    );
  };
  const rows = [
    ['Small', '10'],
    ['Large', '20'],
  ];

  it.each([
    ['', 'select'],
    ['', 'number'],
    ['number', ''],
    ['number', 'rating'],
  ])('is a conflict if a column of type "%s" becomes "%s" while a row is added', (from, to) => {
    const [base, more] = [typed(from, rows), typed(from, [...rows, ['Giant', '30']])];
    for (const sides of [
      [typed(to, rows), more],
      [more, typed(to, rows)],
    ] as const)
      expect(mergeDocuments(base, ...sides).conflicts).toHaveLength(1);
  });

  it('is a conflict if both sides add a column of one title in different types', () => {
    const added = (type: string) => typed(type, rows);
    const base = parseMarkdown('| Name |\n| --- |\n| Small |\n| Large |\n');
    expect(mergeDocuments(base, added(''), added('number')).conflicts).toHaveLength(1);
    expect(mergeDocuments(base, added('number'), added('number')).conflicts).toEqual([]);
  });

  it('drops the width and the role of a column that the other side deletes', () => {
    const cards = (head: string, cells: readonly string[]) =>
      parseMarkdown(
        `<table data-view="cards"><thead><tr><th>Name</th>${head}</tr></thead><tbody>${cells.map((cell, at) => `<tr><td>Card ${at}</td>${cell}</tr>`).join('')}</tbody></table>\n`,
      );
    const links = ['a', 'b'].map((name) => `<td><a href="https://${name}.example">${name}</a></td>`);
    const base = cards('<th data-type="content-ref"></th>', links);
    const role = cards('<th data-card-target data-type="content-ref"></th>', links);
    const { document, conflicts } = mergeDocuments(base, role, cards('', ['', '']));
    expect(conflicts).toEqual([]);
    expect(document.nodes[0]).toHaveProperty('data.view.columns');
    expect(document.nodes[0]).not.toHaveProperty('data.view.targetDefinition');
    const wide = cards('<th width="120" data-type="content-ref"></th>', links);
    const narrow = mergeDocuments(base, wide, cards('', ['', ''])).document.nodes[0];
    expect(narrow).not.toHaveProperty('data.view.columnWidths.c1');
    expect(JSON.stringify(narrow)).not.toContain('120');
  });

  it('does not bring a deleted row of numbers back when a column is added', () => {
    const numbers = [
      ['1', '2023'],
      ['2', '2024'],
      ['3', '2025'],
    ];
    const { document, conflicts } = mergeDocuments(
      typed('number', numbers),
      typed('number', numbers.slice(1)),
      typed('number', numbers, ['Note', 'a long text of its own', 'another one of many words', 'more of it']),
    );
    if (conflicts.length === 0) expect(printMarkdown(document)).not.toContain('2023');
  });
});

describe('a row that becomes the header', () => {
  const [titles, first, second]: Table = [
    ['Name', 'Price'],
    ['Apple pie with cream', 'twelve dollars each'],
    ['Plum cake', 'nine'],
  ] as const;
  const base = [titles!, first!, second!];
  const promoted = [first!, second!];

  it('is a conflict if the other side deleted it', () => {
    expect(merge(base, promoted, [titles!, second!])).toBeUndefined();
    expect(merge(base, [titles!, second!], promoted)).toBeUndefined();
    const withTitles = [first!, titles!, second!];
    expect(merge(base, withTitles, [titles!, second!])).toBeUndefined();
    expect(merge(base, [titles!, second!], withTitles)).toBeUndefined();
    const bold = promoted.with(
      0,
      first!.map((cell) => `**${cell}**`),
    );
    expect(merge(base, bold, [titles!, second!])).toBeUndefined();
    expect(merge(base, [titles!, second!], bold)).toBeUndefined();
  });

  it('is merged with the deletion of another row, and a new one', () => {
    expect(merge(base, promoted, [titles!, first!])).toEqual([first]);
    expect(merge(base, promoted, promoted)).toEqual(promoted);
    expect(merge(base, [...base, ['Pear', 'two']], promoted)).toEqual([...promoted, ['Pear', 'two']]);
  });
});

describe('two edits of a table at random', () => {
  const edits: Readonly<Record<string, (table: Table, random: Random, word: () => string) => Table>> = {
    addRow: (table, random, word) => table.toSpliced(1 + random.below(table.length), 0, table[0]!.map(word)),
    addColumn: (table, random, word) =>
      withColumn(table, random.below(table[0]!.length + 1), table.map(word)),
    deleteRow: (table, random) => table.toSpliced(1 + random.below(table.length - 1), 1),
    deleteColumn: (table, random) => without(table, random.below(table[0]!.length)),
    moveColumn: (table, random) => {
      const [from, to] = [random.below(table[0]!.length), random.below(table[0]!.length)];
      return table.map((row) => row.toSpliced(from, 1).toSpliced(to, 0, row[from]!));
    },
    rewriteColumn: (table, random, word) => {
      const column = random.below(table[0]!.length);
      return table.map((row) => row.with(column, word()));
    },
    editCell: (table, random, word) => {
      const [row, column] = [1 + random.below(table.length - 1), random.below(table[0]!.length)];
      return table.with(row, table[row]!.with(column, word()));
    },
  };
  const places = (table: Table) =>
    new Map(table.slice(1).flatMap((row) => row.map((cell, column) => [cell, table[0]![column]] as const)));

  test('lose no new cell, keep each under its title, and bring nothing back', () => {
    const random = createRandom(1);
    let count = 0;
    const word = () => `w${(count++).toString(36)}z`;
    const names = Object.keys(edits);
    let clean = 0;
    for (let run = 0; run < runs(5000, 300); run++) {
      const base = Array.from({ length: 4 }, () => Array.from({ length: 3 }, word));
      const [ours, theirs] = [0, 1].map(() => edits[random.pick(names)]!(base, random, word));
      const merged = merge(base, ours!, theirs!);
      if (!merged) continue;
      clean++;
      const [before, mine, others, after] = [base, ours!, theirs!, merged].map(places);
      for (const [cell, title] of [...mine!, ...others!])
        if (!before!.has(cell)) expect(after!.get(cell), cell).toBe(title);
      for (const [cell, title] of after!) {
        if (cell === '') continue;
        expect(mine!.get(cell) ?? others!.get(cell), cell).toBe(title);
        if (before!.has(cell)) expect(mine!.has(cell) && others!.has(cell), cell).toBe(true);
      }
    }
    expect(clean).toBeGreaterThan(150);
  });
});
