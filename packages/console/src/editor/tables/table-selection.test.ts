import { parseMarkdown, printMarkdown } from '@lectern/document';
import { NodeSelection } from '@tiptap/pm/state';
import { describe, expect, test } from 'vitest';
import { openPage } from '../testing/page-hands.ts';

const TABLE = '| Name | Price |\n| --- | --- |\n| Apple | 10 |\n| Pear | 20 |';
const PAGE = `Start.\n\n${TABLE}\n\nEnd.`;

const normal = (markdown: string) => printMarkdown(parseMarkdown(markdown));

describe('pasting into a heading of a table', () => {
  test('lines and blocks become one line', async () => {
    for (const text of ['one\ntwo', 'one\n\ntwo\n', '## one\n\n* two']) {
      const person = openPage(PAGE);
      await person.select(person.find('Name', true));
      await person.paste('text/plain', ` ${text}`);
      expect(person.markdown(), text).toBe(normal(PAGE.replace('Name', 'Nameone two')));
      await person.type('!');
      expect(person.markdown(), text).toBe(normal(PAGE.replace('Name', 'Nameone two!')));
    }
  });

  test('words replace the selected ones, and an address is words', async () => {
    const person = openPage(PAGE);
    await person.selectWords('Name', 'Name');
    await person.paste('text/plain', 'https://example.com/a');
    expect(person.markdown()).toContain('| https\\://example.com/a | Price |');
  });
});

describe('erasing a selection that crosses cells', () => {
  const erased = async (from: string, to: string, key = 'Backspace', page = PAGE): Promise<string> => {
    const person = openPage(page);
    await person.selectWords(from, to);
    if (key.length === 1) await person.type(key);
    else await person.press(key);
    person.editor.state.doc.check();
    return person.markdown();
  };
  const table = (...cells: readonly string[]): string =>
    `| ${cells[0]} | ${cells[1]} |\n| --- | --- |\n| ${cells[2]} | ${cells[3]} |\n| ${cells[4]} | ${cells[5]} |`;

  test('the cells of one table are emptied, and stay', async () => {
    for (const key of ['Backspace', 'Delete', 'Enter', 'Shift+Enter'])
      expect(await erased('Apple', '2', key), key).toBe(
        normal(`Start.\n\n${table('Name', 'Price', '', '', '', '0')}\n\nEnd.`),
      );
    expect(await erased('rice', '20')).toBe(
      normal(`Start.\n\n${table('Name', 'P', '', '', '', '')}\n\nEnd.`),
    );
    expect(await erased('ple', '10', 'x')).toBe(
      normal(`Start.\n\n${table('Name', 'Price', 'Apx', '', 'Pear', '20')}\n\nEnd.`),
    );
  });

  test('text before and after a table is erased, with the cells that are selected', async () => {
    expect(await erased('art.', '1')).toBe(normal(`St\n\n${table('', '', '', '0', 'Pear', '20')}\n\nEnd.`));
    expect(await erased('art.', 'Appl', 'x')).toBe(
      normal(`Stx\n\n${table('', '', 'e', '10', 'Pear', '20')}\n\nEnd.`),
    );
    expect(await erased('ear', 'En')).toBe(
      normal(`Start.\n\n${table('Name', 'Price', 'Apple', '10', 'P', '')}\n\nd.`),
    );
  });

  test('a table that nothing is left of is deleted', async () => {
    expect(await erased('art.', '20', 'x')).toBe('Stx\n\nEnd.\n');
    expect(await erased('Name', 'En', 'x')).toBe('Start.\n\nxd.\n');
    expect(await erased('Name', 'Last', 'x', `${PAGE}\n\n${TABLE.replace('20', 'Last')}`)).toBe(
      'Start.\n\nx\n',
    );
  });

  test('cards keep their hidden titles', async () => {
    const cards = (...cells: readonly string[]): string =>
      normal(
        `${cells[0]}\n\n<table data-view="cards"><thead><tr><th>Name</th></tr></thead><tbody><tr><td>${cells[1]}</td></tr><tr><td>${cells[2]}</td></tr></tbody></table>\n\n${cells[3]}`,
      );
    const page = cards('Start.', 'One', 'Two', 'End.');
    expect(await erased('art.', 'On', 'x', page)).toBe(cards('Stx', 'e', 'Two', 'End.'));
    expect(await erased('ne', 'T', 'x', page)).toBe(cards('Start.', 'Ox', 'wo', 'End.'));
    expect(await erased('wo', 'E', 'x', page)).toBe(cards('Start.', 'One', 'Tx', 'nd.'));
    expect(await erased('One', 'E', 'x', page)).toBe('Start.\n\nxnd.\n');
  });
});

test('Shift and Enter in a heading goes to the cell below it, as Enter does', async () => {
  const person = openPage(PAGE);
  await person.select(person.find('Name', true));
  await person.press('Shift+Enter');
  await person.type('!');
  expect(person.markdown()).toBe(normal(PAGE.replace('Apple', 'Apple!')));
});

test('a value that is selected is emptied, and its cell stays', async () => {
  const page = (value: string) =>
    normal(
      `<table><thead><tr><th>Name</th><th data-type="number">Count</th></tr></thead><tbody><tr><td>Apple</td><td>${value}</td></tr></tbody></table>`,
    );
  const { editor, ...person } = openPage(page('10'));
  let at = -1;
  editor.state.doc.descendants(({ type }, position) => {
    if (type.name === 'tableValue') at = position;
  });
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at)));
  await person.press('Backspace');
  expect(person.markdown()).toBe(page(''));
  expect(editor.state.doc.nodeAt(at)?.type.name).toBe('tableValue');
});

describe('in a heading', () => {
  test('signs of Markdown stay what they are', async () => {
    for (const signs of ['---', '# a', '**a**', '[a](b)']) {
      const person = openPage('| Name | Price |\n| --- | --- |\n| Apple | 10 |');
      await person.selectWords('Name', 'Name');
      await person.type(signs);
      expect(person.editor.state.doc.childCount, signs).toBe(2);
      expect(person.editor.state.doc.firstChild?.firstChild?.firstChild?.textContent).toBe(signs);
    }
  });

  test('keys that reset a block leave it in its column', async () => {
    for (const key of ['Control+Alt+1', 'Backspace', 'Control+Alt+0']) {
      const page = normal('|  | Price |\n| --- | --- |\n| Apple | 10 |');
      const person = openPage(page);
      await person.select(3);
      await person.press(key);
      expect(person.markdown(), key).toBe(page);
    }
  });
});
