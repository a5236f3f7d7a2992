import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PIXEL } from '../../server/src/testing/edit-content.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { paste, saved, startWriting, type Writer, type Writing } from './writer.testing.ts';

const FORMULA = '$$\nE = mc^2\n$$';

/** A key as the browser gets it. */
interface Key {
  readonly key: string;
  readonly code: number;
  /** What it writes. */
  readonly text?: string;
  readonly isControl?: boolean;
}

const ESCAPE: Key = { key: 'Escape', code: 27 };
const CONTROL_END: Key = { key: 'End', code: 35, isControl: true };
const CONTROL_HOME: Key = { key: 'Home', code: 36, isControl: true };
const BACKSPACE: Key = { key: 'Backspace', code: 8 };
const letter = (text: string): Key => ({ key: text, code: text.toUpperCase().charCodeAt(0), text });

describe.skipIf(!CHROMIUM)('keys go where the cursor is', () => {
  let writing: Writing;
  let writer: Writer;
  let page: Page;
  beforeAll(async () => {
    writing = await startWriting();
    writer = await writing.signIn();
    page = writer.page;
  });
  afterEach(() => expect(writer.errors).toEqual([]));
  afterAll(async () => {
    await writing?.close();
  });

  test('the bars at the edges of the screen do not cover the line with the cursor', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}.`);
    const place = await writing.newPage(lines.join('\n\n'));
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 700 },
    ]) {
      await page.setViewportSize(viewport);
      const editor = await writing.open(page, place);
      const isInSight = () =>
        editor.evaluate((element) => {
          const line = document.getSelection()!.anchorNode!.parentElement!.closest('p')!;
          const { left, top, height } = line.getBoundingClientRect();
          const shown = document.elementFromPoint(left + 2, top + height / 2);
          return line !== element && shown?.closest('p') === line;
        });
      await editor.getByText('Line 60.').click();
      await page.keyboard.press('End');
      for (const word of ['One', 'Two', 'Three']) {
        await page.keyboard.press('Enter');
        await page.keyboard.type(word);
        await expect.poll(isInSight).toBe(true);
      }
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('ArrowUp');
        await expect.poll(isInSight).toBe(true);
      }
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('ArrowDown');
        await expect.poll(isInSight).toBe(true);
      }
      await saved(page);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  /** Presses keys without waiting for what the ones before them did. */
  const pressAtOnce = async (...keys: readonly Key[]): Promise<void> => {
    const session = await page.context().newCDPSession(page);
    await Promise.all(
      keys.flatMap(({ key, code, text, isControl = false }) => {
        const about = { key, windowsVirtualKeyCode: code, modifiers: isControl ? 2 : 0 };
        return [
          session.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...about, text }),
          session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...about }),
        ];
      }),
    );
    await session.detach();
  };
  /** Moves the cursor and presses a key before the browser reports it; returns whether the editor acted on the key. */
  const moveAndPress = (editor: Locator, direction: 'forward' | 'backward', unit: string, key: Key) =>
    editor.evaluate(
      (element, given) => {
        document.getSelection()!.modify('move', given.direction, given.unit);
        const press = (type: string, charCode = 0) =>
          !element.dispatchEvent(
            new KeyboardEvent(type, {
              key: given.key,
              keyCode: given.code,
              charCode,
              bubbles: true,
              cancelable: true,
            }),
          );
        const isDone = press('keydown');
        return isDone || (given.text !== undefined && press('keypress', given.text.charCodeAt(0)));
      },
      { ...key, direction, unit },
    );

  test('a letter goes where the cursor was moved to, not over the block that was selected', async () => {
    const place = await writing.newPage(`First.\n\n${FORMULA}\n\nLast.`);
    const editor = await writing.open(page, place);
    const formula = editor.locator('[data-type="math"]');
    for (const direction of ['forward', 'backward'] as const) {
      await editor.getByText('First.').click();
      await page.keyboard.press('ArrowDown');
      await editor.locator('.ProseMirror-selectednode').waitFor();
      // The browser writes it: nothing is selected any more.
      expect(await moveAndPress(editor, direction, 'documentboundary', letter('x'))).toBe(false);
      expect(await formula.count()).toBe(1);
    }
  });

  test('Backspace at the start of a line joins it with the one before', async () => {
    const place = await writing.newPage('First.\n\nLast.');
    const editor = await writing.open(page, place);
    await editor.getByText('Last.').click();
    await page.keyboard.press('End');
    expect(await moveAndPress(editor, 'backward', 'lineboundary', BACKSPACE)).toBe(true);
    await editor.getByText('First.Last.').waitFor();
    await saved(page);
    expect(await writing.markdownOf(place)).toBe('First.Last.\n');
  });

  test('Backspace below a table selects it, and a letter goes below it', async () => {
    const table = '| Name |\n| --- |\n| One |';
    const place = await writing.newPage(`${table}\n\nThree.`);
    const editor = await writing.open(page, place);
    const before = await writing.markdownOf(place);
    await editor.getByText('Three.').click();
    await page.keyboard.press('End');
    expect(await moveAndPress(editor, 'backward', 'lineboundary', BACKSPACE)).toBe(true);
    await editor.locator('.table.ProseMirror-selectednode').waitFor();
    await page.keyboard.type('Two.');
    await saved(page);
    await expect.poll(() => writing.markdownOf(place)).toBe(before.replace('Three.', () => 'Two.\n\nThree.'));
  });

  test('Backspace below tabs goes to the end of the tab that is shown', async () => {
    const tab = (title: string) => `{% tab title="${title}" %}\nIn ${title}.\n{% endtab %}`;
    const place = await writing.newPage(`{% tabs %}\n${tab('A')}\n\n${tab('B')}\n{% endtabs %}\n\nLast.`);
    const editor = await writing.open(page, place);
    await editor.getByText('Last.').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' Seen.');
    await editor.getByText('In A. Seen.').waitFor({ state: 'visible' });
    await expect.poll(() => writing.markdownOf(place)).toContain('In A. Seen.');
    await saved(page);
  });

  test('keys after Escape in the settings of a block go to the text', async () => {
    for (const round of [1, 2]) {
      const place = await writing.newPage(`First.\n\n${FORMULA}\n\nLast.`);
      const editor = await writing.open(page, place);
      await editor.locator('[data-type="math"]').click();
      await page.getByRole('dialog').getByLabel('Formula in TeX').fill(`n = ${round}`);
      await pressAtOnce(ESCAPE, CONTROL_END, letter('a'), letter('b'), CONTROL_HOME, letter('c'));
      await expect.poll(() => writing.markdownOf(place)).toBe(`cFirst.\n\n$$\nn = ${round}\n$$\n\nLast.ab\n`);
      await saved(page);
    }
  });

  // After a focus, Chromium keeps the cursor "before the first block", which is another one after a paste.
  test('words after what was pasted into a page that just got the focus are below it', async () => {
    const table = '<table><tr><th>Head</th></tr><tr><td>cell</td></tr></table>';
    const dot = { name: 'dot.png', base64: PIXEL.toString('base64') };
    const figure = '<figure><img src="/files/ID" alt=""><figcaption></figcaption></figure>';
    const cases: readonly (readonly [start: string, (editor: Locator) => Promise<void>, stored: string])[] = [
      ['', (editor) => paste(editor, 'text/html', '<p>One</p><hr>'), 'One\n\n***\n\nTyped.'],
      [
        '',
        (editor) => paste(editor, 'text/html', `<h2>One</h2>${table}`),
        '## One\n\n| Head |\n| --- |\n| cell |\n\nTyped.',
      ],
      [
        '',
        async (editor) => {
          await paste(editor, 'image/png', '', dot);
          await editor.locator('img').waitFor();
        },
        `${figure}\n\nTyped.`,
      ],
      [
        'Words.',
        async (editor) => {
          await paste(editor, 'text/html', '<p>One</p><hr>');
          await page.keyboard.press('Control+z');
          await page.keyboard.press('Control+y');
        },
        'One\n\n***\n\nTyped.\n\nWords.',
      ],
    ];
    for (const [start, act, stored] of cases) {
      const place = await writing.newPage(start);
      const editor = await writing.open(page, place);
      await editor.evaluate((element) => (element as HTMLElement).focus());
      await act(editor);
      await page.keyboard.type('Typed.');
      await expect
        .poll(async () => (await writing.markdownOf(place)).trimEnd().replace(/\/files\/\w+/, '/files/ID'))
        .toBe(stored);
      await saved(page);
    }
  });
});
