import { parseMarkdown, printMarkdown } from '@lectern/document';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { describe, expect, test } from 'vitest';
import { createDocumentReader } from '../create-editor.ts';
import { CONTAINERS } from '../testing/container-pages.ts';
import { createHeadlessEditor } from '../testing/headless-editor.ts';

const setUp = (markdown: string) => {
  const { editor, hands } = createHeadlessEditor(parseMarkdown(markdown));
  /** The position where a text begins. */
  const find = (text: string): number => {
    let found = -1;
    editor.state.doc.descendants((node, position) => {
      if (node.isText && node.text?.includes(text)) found = position + node.text.indexOf(text);
    });
    return found;
  };
  return {
    ...hands,
    editor,
    find,
    /** Puts an empty line after a text, and the cursor on it. */
    addLineAfter: async (text: string) => {
      await hands.select(find(text) + text.length);
      await hands.press('Enter');
    },
    markdown: () => printMarkdown(createDocumentReader(editor)()),
    /** The text around the cursor, which is shown as a bar, or the name of the selected block. */
    place: () => {
      const { selection } = editor.state;
      if (selection instanceof NodeSelection) return selection.node.type.name;
      const { parent, parentOffset } = selection.$from;
      return selection instanceof TextSelection && selection.empty
        ? `${parent.textBetween(0, parentOffset)}|${parent.textBetween(parentOffset, parent.content.size)}`
        : 'other';
    },
  };
};

const all = Object.entries(CONTAINERS).map(([name, given]) => ({ name, ...given }));
const normal = (markdown: string) => printMarkdown(parseMarkdown(markdown));

describe.each(all)('next to $name', ({ markdown, last }) => {
  const page = normal(`First.\n\n${markdown}\n\nThree words.`);

  test('Backspace before words selects the block; a letter goes below it, and a second Backspace deletes it', async () => {
    const typing = setUp(page);
    await typing.select(typing.find('Three'));
    await typing.press('Backspace');
    expect(typing.markdown()).toBe(page);
    expect(typing.editor.state.selection).toBeInstanceOf(NodeSelection);
    await typing.type('New');
    expect(typing.markdown()).toBe(normal(`First.\n\n${markdown}\n\nNew\n\nThree words.`));
    expect(typing.place()).toBe('New|');

    const deleting = setUp(page);
    await deleting.select(deleting.find('Three'));
    await deleting.press('Backspace');
    await deleting.press('Backspace');
    expect(deleting.markdown()).toBe('First.\n\nThree words.\n');
  });

  test('Backspace on an empty line removes it, and goes to the end of the text before', async () => {
    const { editor, ...person } = setUp(page);
    // An empty line between the block and the words.
    await person.select(person.find('Three'));
    await person.press('Enter');
    await person.select(person.find('Three') - 2);
    await person.press('Backspace');
    expect(person.markdown()).toBe(page);
    expect(editor.state.doc.childCount).toBe(3);
    if (last) expect(person.place()).toBe(`${last}|`);
    else expect(editor.state.selection).toBeInstanceOf(NodeSelection);
  });

  test('Delete before the block selects it, or removes the empty line', async () => {
    const { editor, ...person } = setUp(page);
    await person.select(person.find('First.') + 6);
    await person.press('Delete');
    expect(person.markdown()).toBe(page);
    expect(editor.state.selection).toBeInstanceOf(NodeSelection);
    await person.addLineAfter('First.');
    await person.press('Delete');
    expect(person.markdown()).toBe(page);
    expect(editor.state.doc.childCount).toBe(3);
  });
});

test('words below a list join its last item', async () => {
  const person = setUp('* one\n* two\n  * deep\n\nwords');
  await person.select(person.find('words'));
  await person.press('Backspace');
  expect(person.markdown()).toBe('* one\n* two\n  * deepwords\n');
  expect(person.place()).toBe('deep|words');
});

test('an empty line below a list or a hint is removed', async () => {
  for (const block of ['* one\n* two', '{% hint style="info" %}\ntwo\n{% endhint %}']) {
    const person = setUp(`${block}\n\nx`);
    await person.select(person.find('x'), person.find('x') + 1);
    await person.press('Backspace');
    await person.press('Backspace');
    expect(person.markdown()).toBe(normal(block));
    expect(person.place()).toBe('two|');
  }
});

test('a letter replaces a selected emoji, which is part of a line', async () => {
  const { editor, ...person } = setUp('A :smile: b');
  const at = 3;
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at)));
  await person.type('x');
  expect(person.markdown()).toBe('A x b\n');
});

test('Backspace that is held does not delete the block that it selected', async () => {
  const { editor, ...person } = setUp('| Name |\n| --- |\n| A cell |\n\nwords');
  await person.select(person.find('words'));
  await person.press('Backspace');
  const event = { key: 'Backspace', repeat: true, preventDefault: () => undefined } as KeyboardEvent;
  expect(editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event))).toBe(true);
  expect(person.place()).toBe('table');
});
