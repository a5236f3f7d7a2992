import { normalizeLines, parseMarkdown, printMarkdown } from '@lectern/document';
import { type Fragment, type Node, Slice } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { toDocument, toEditor } from '../../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../../document/src/editor/editor-node.ts';
import { runs } from '../../../../document/src/testing/deep.ts';
import { createRandom } from '../../../../document/src/testing/random.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';
import { pasteSlice } from './paste-cells.ts';

// FUZZ_SEED repeats a run that failed.
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const RUNS = process.env.FUZZ_SEED ? 1 : runs(2000, 12);
const STEPS = 12;

const BLOCKS = [
  '| Alpha | Beta |\n| --- | --- |\n| one | two |\n| three |  |',
  '<table data-view="cards"><thead><tr><th>Hid</th><th>Den</th></tr></thead><tbody><tr><td>card</td><td>more</td></tr><tr><td>other</td><td>last</td></tr></tbody></table>',
  '<table><thead><tr><th>List</th><th data-type="number">Count</th><th data-type="checkbox">Done</th></tr></thead><tbody><tr><td><ul><li>item</li><li>items</li></ul></td><td>5</td><td>true</td></tr><tr><td><strong>bold</strong> words</td><td>6</td><td>false</td></tr></tbody></table>',
  '{% hint style="info" %}\nHint\n\n| In | Side |\n| --- | --- |\n| a | b |\n{% endhint %}',
  'A plain line.',
  '* point\n* points',
];
const CLIPS = ['word', 'two\nlines', '## Title\n\n* item', 'p\tq\nr\ts', BLOCKS[0]!];

const ERASING = ['Backspace', 'Delete', 'Enter', 'Shift+Enter', 'x'];
const COPYING = ['copy', 'cut', 'paste', 'clip'];
const FORMATTING = ['Control+b', 'Control+Alt+1', 'Tab', '# ', '* ', '> ', '--- '];

const isHidden = ({ type, attrs }: Node): boolean => type.name === 'tableHead' && attrs.view === 'cards';

/** The words of a page that are shown, between two positions. */
const shownWords = (doc: Node, from = 0, to = doc.content.size): string => {
  let words = '';
  doc.nodesBetween(from, to, (node, at) => {
    if (node.isText) words += node.text!.slice(Math.max(0, from - at), to - at);
    return !isHidden(node);
  });
  return words.replaceAll(/\s/g, '');
};

const expectWhole = (content: Fragment, said: string): void =>
  content.descendants((table) => {
    if (table.type.name !== 'table') return;
    const [head, ...rows] = table.children.map((row) => row.children.map(({ attrs }) => attrs.column));
    expect(new Set(head).size, said).toBe(head!.length);
    for (const row of rows) expect(row, said).toEqual(head!);
  });

/** What is on the screen is what is stored. */
const expectStored = (doc: Node, said: string): void => {
  doc.check();
  expectWhole(doc.content, said);
  const stored = printMarkdown(normalizeLines(toDocument(doc.toJSON() as EditorNode)));
  const read = doc.type.schema.nodeFromJSON(toEditor(parseMarkdown(stored)));
  expectWhole(read.content, said);
  expect(shownWords(read), `${said}\n${stored}`).toBe(shownWords(doc));
};

const textPlaces = (doc: Node): readonly number[] => {
  const places: number[] = [];
  doc.descendants((node, at) => {
    if (node.isTextblock)
      for (let offset = 0; offset <= node.content.size; offset++) places.push(at + 1 + offset);
    return !isHidden(node);
  });
  return places;
};

const edit = async (seed: number): Promise<void> => {
  const random = createRandom(seed);
  const blocks = Array.from({ length: 4 }, () => random.pick(BLOCKS));
  const { editor, hands } = createHeadlessEditor(
    parseMarkdown([...(random.chance(0.7) ? ['First.'] : []), ...blocks, 'End.'].join('\n\n')),
  );
  const names = [`FUZZ_SEED=${seed}`];
  const copied = (): Slice => {
    const json = JSON.parse(JSON.stringify(editor.state.selection.content().toJSON()));
    const slice = Slice.fromJSON(editor.schema, json);
    expectWhole(slice.content, names.join('\n'));
    return slice;
  };
  let clip: Slice | undefined;
  for (let count = 0; count < STEPS; count++) {
    const places = textPlaces(editor.state.doc);
    const [a, b] = [random.pick(places), random.pick(places)];
    await hands.select(a, random.chance(0.8) ? b : a);
    const { doc, selection } = editor.state;
    const { from, to } = selection;
    const act = random.pick([...ERASING, ...ERASING, ...COPYING, ...COPYING, ...FORMATTING]);
    names.push(`${act} from ${from} to ${to} of ${doc}`);
    const said = () => names.join('\n');
    if (act === 'copy' || act === 'cut') clip = copied();
    if (act === 'x' || act.endsWith(' ')) await hands.type(act);
    else if (act === 'cut') editor.view.dispatch(editor.state.tr.deleteSelection());
    else if (act === 'paste' && clip) pasteSlice(editor.view, clip);
    else if (act === 'clip') await hands.paste('text/plain', random.pick(CLIPS));
    else if (act !== 'copy' && act !== 'paste') await hands.press(act);
    expectStored(editor.state.doc, said());
    // Enter in a heading goes to the cell below it.
    const isLeft = act.endsWith('Enter') && selection.$from.parent.type.name === 'tableHeading';
    const isErasing = ERASING.includes(act) && !(isLeft && selection.$from.sameParent(selection.$to));
    const isErased = from < to && (isErasing || act === 'cut');
    if (isErased || act === 'x')
      expect(shownWords(editor.state.doc), said()).toBe(
        shownWords(doc, 0, from) + (act === 'x' ? 'x' : '') + shownWords(doc, to),
      );
  }
};

test('whatever is selected, erased, typed, cut and pasted, tables are whole, and stored as they are shown', async () => {
  for (let seed = SEED; seed < SEED + RUNS; seed++) await edit(seed);
});
