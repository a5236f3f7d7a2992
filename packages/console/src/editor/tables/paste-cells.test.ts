import { parseMarkdown, printMarkdown } from '@lectern/document';
import { Slice } from '@tiptap/pm/model';
import { describe, expect, test } from 'vitest';
import { openPage } from '../testing/page-hands.ts';
import { pasteSlice } from './paste-cells.ts';

const normal = (markdown: string) => printMarkdown(parseMarkdown(markdown));
const TABLE = '| Name | Price |\n| --- | --- |\n| Apple | 10 |\n| Pear | 20 |';
const PAGE = normal(`Start.\n\n${TABLE}\n\nEnd.`);

/** Copies from before a text to after another one, and pastes it after a third one. */
const copied = async (from: string, to: string, place: string, isOnNewLine = false): Promise<string> => {
  const { editor, ...person } = openPage(PAGE);
  await person.selectWords(from, to);
  const json: unknown = JSON.parse(JSON.stringify(editor.state.selection.content().toJSON()));
  await person.select(person.find(place, true));
  if (isOnNewLine) await person.press('Enter');
  pasteSlice(editor.view, Slice.fromJSON(editor.schema, json));
  editor.state.doc.check();
  return person.markdown();
};

describe('a part of a table that is copied', () => {
  test('is a table of its own below', async () => {
    expect(await copied('Apple', 'Pear', 'End.', true)).toBe(
      normal(
        `${PAGE}\n<table data-header-hidden><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>Apple</td><td>10</td></tr><tr><td>Pear</td><td></td></tr></tbody></table>`,
      ),
    );
    expect(await copied('Price', 'App', 'End.', true)).toBe(
      normal(`${PAGE}\n|  | Price |\n| --- | --- |\n| App |  |`),
    );
  });

  test('has no cell that the selection only touches', async () => {
    const { editor, ...person } = openPage(PAGE);
    await person.select(person.find('Name', true), person.find('Pear'));
    const table = editor.state.selection.content().content.firstChild!;
    expect(table.children.map((row) => row.children.map(({ textContent }) => textContent))).toEqual([
      ['', 'Price'],
      ['Apple', '10'],
    ]);
  });

  test('has the lines outside of the table, too', async () => {
    expect(await copied('art.', 'Na', 'End.', true)).toBe(normal(`${PAGE}\nart.\n\n| Na |\n| --- |`));
  });

  test('is words if it is in one cell', async () => {
    expect(await copied('pp', 'pp', 'End.')).toBe(PAGE.replace('End.', 'End.pp'));
  });

  test('fills the cells of a table from the cursor on', async () => {
    expect(await copied('Apple', '10', 'Pear')).toBe(normal(PAGE.replace('| Pear | 20 |', '| Apple | 10 |')));
  });
});

describe('cells of a spreadsheet', () => {
  const pasted = async (place: string, text: string): Promise<string> => {
    const { editor, ...person } = openPage(PAGE);
    await person.select(person.find(place, true));
    await person.paste('text/plain', text);
    editor.state.doc.check();
    return person.markdown();
  };

  test('fill the cells of a table, which gets the rows and columns that it needs', async () => {
    expect(await pasted('Apple', 'P\tQ\r\nR\tS\r\n')).toBe(
      normal(PAGE.replace('| Apple | 10 |\n| Pear | 20 |', '| P | Q |\n| R | S |')),
    );
    expect(await pasted('20', 'P\tQ\nR\tS')).toBe(
      normal(
        'Start.\n\n| Name | Price |  |\n| --- | --- | --- |\n| Apple | 10 |\n| Pear | P | Q |\n|  | R | S |\n\nEnd.',
      ),
    );
  });

  test('begin with the titles in a heading', async () => {
    expect(await pasted('Name', 'P\tQ\nR\tS')).toBe(
      normal(PAGE.replace('| Name | Price |', '| P | Q |').replace('| Apple | 10 |', '| R | S |')),
    );
  });

  test('are undone in one step', async () => {
    const person = openPage(PAGE);
    await person.selectWords('Apple', '10');
    await person.paste('text/plain', 'P\tQ\nR\tS');
    await person.press('Control+z');
    expect(person.markdown()).toBe(PAGE);
  });

  test('a Markdown table fills cells as well', async () => {
    expect(await pasted('Apple', '| P | Q |\n| --- | --- |\n| R | S |')).toBe(
      normal(PAGE.replace('| Apple | 10 |\n| Pear | 20 |', '| P | Q |\n| R | S |')),
    );
  });
});

test('cells fill columns of other types by their values', async () => {
  const page = (count: string, isDone: string) =>
    normal(
      `<table><thead><tr><th>Name</th><th data-type="number">Count</th><th data-type="checkbox">Done</th></tr></thead><tbody><tr><td>Apple</td><td>${count}</td><td>${isDone}</td></tr></tbody></table>`,
    );
  const person = openPage(page('1', 'false'));
  await person.select(person.find('Apple', true));
  await person.paste('text/plain', 'Apple\t7\tyes');
  expect(person.markdown()).toBe(page('7', 'true'));
});
