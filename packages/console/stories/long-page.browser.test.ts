import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { type PagePlace, saved, startWriting, type Writer, type Writing } from './writer.testing.ts';

const BLOCKS = 900;

const words = (at: number): string => `Line ${at} of the long page.`;

/** Blocks of very different heights, so that no estimate fits. */
const longPage = (isEdited = false): string =>
  Array.from({ length: BLOCKS }, (_, at) => {
    if (at % 9 === 4) return `## Part ${at}`;
    if (at % 150 === 80)
      return `\`\`\`\n${Array.from({ length: 40 }, (_, line) => `step ${line}`).join('\n')}\n\`\`\``;
    const more = at % 7 === 0 ? ` ${'It goes on and on. '.repeat(30).trim()}` : '';
    const change = isEdited && at % 63 === 7 ? ' It was changed.' : '';
    return words(at) + more + change;
  }).join('\n\n');

/** Where an element is once it stays there: its top and its bottom, and the height of the window. */
const placeOf = (element: Locator): Promise<{ top: number; bottom: number; height: number }> =>
  element.evaluate(
    (found) =>
      new Promise((resolve) => {
        let [last, quiet] = [Number.NaN, 0];
        const look = () => {
          const { top, bottom } = found.getBoundingClientRect();
          quiet = top === last ? quiet + 1 : 0;
          last = top;
          if (quiet < 10) requestAnimationFrame(look);
          else resolve({ top, bottom, height: innerHeight });
        };
        look();
      }),
  );

const expectShown = async (element: Locator): Promise<void> => {
  const { top, bottom, height } = await placeOf(element);
  expect(top).toBeGreaterThan(-1);
  expect(bottom).toBeLessThan(height + 1);
};

const expectCentered = async (element: Locator): Promise<void> => {
  const { top, bottom, height } = await placeOf(element);
  expect(Math.abs((top + bottom) / 2 - height / 2)).toBeLessThan(height / 8);
};

describe.skipIf(!CHROMIUM)('a long page in a browser', () => {
  let writing: Writing;
  let writer: Writer;
  let page: Page;
  let editor: Locator;
  let place: PagePlace;
  beforeAll(async () => {
    writing = await startWriting();
    place = await writing.newPage(longPage());
    writer = await writing.signIn();
    page = writer.page;
    editor = await writing.open(page, place);
  });
  afterAll(async () => {
    await writing?.close();
  });
  const line = (at: number): Locator => editor.getByText(words(at));

  test('a search, the keys for the start and the end, and the address of a block lead to the very place', async () => {
    await line(0).click();
    await page.keyboard.press('Control+f');
    await page.getByLabel('Find in the page').fill('Line 701 of');
    await page.keyboard.press('Enter');
    await expectCentered(editor.locator('.found-current'));
    await page.getByLabel('Find in the page').fill('Line 99 of');
    await page.keyboard.press('Enter');
    await expectCentered(editor.locator('.found-current'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+End');
    await expectShown(line(BLOCKS - 1));
    await page.keyboard.press('Control+Home');
    await expectShown(line(0));
    const { body } = await writing.org.read.call(
      'GET',
      `/spaces/${place.space}/content/page/${place.id}?format=document`,
    );
    await page.goto(
      `${writing.server.url}/app/s/${place.space}/story?edit=true#block-${body.document.nodes[615].key}`,
    );
    await expectCentered(line(615));
  });

  test('arrow keys go through all blocks', async () => {
    await line(300).click();
    await page.keyboard.press('End');
    const current = () =>
      page.evaluate(() => {
        const node = document.getSelection()!.focusNode!;
        const block = (node instanceof Element ? node : node.parentElement!).closest('.block-group > *')!;
        return [...document.querySelectorAll('.block-group > *')].indexOf(block);
      });
    let last = await current();
    for (let count = 0; count < 80; count++) {
      await page.keyboard.press('ArrowDown');
      const next = await current();
      expect(next - last).toBeGreaterThanOrEqual(0);
      expect(next - last).toBeLessThanOrEqual(1);
      last = next;
    }
    expect(last).toBeGreaterThan(330);
    for (let count = 0; count < 80; count++) await page.keyboard.press('ArrowUp');
    expect(await current()).toBe(300);
  });

  test('what is written, joined and deleted over many blocks is shown and saved', async () => {
    const before = await writing.markdownOf(place);
    await line(302).click();
    await page.keyboard.press('End');
    const added = Array.from({ length: 70 }, (_, at) => `Added ${at}.`);
    for (const text of added) {
      await page.keyboard.press('Enter');
      await page.keyboard.insertText(text);
    }
    await expectShown(editor.getByText('Added 69.'));
    // The last lines become one.
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    await editor.getByText('Added 68.Added 69.').waitFor();
    await saved(page);
    const lines = [...added.slice(0, -2), 'Added 68.Added 69.'].join('\n\n');
    const after = before.replace(words(302), () => `${words(302)}\n\n${lines}`);
    expect(await writing.markdownOf(place)).toBe(after);
    await line(302).click();
    await page.keyboard.press('End');
    for (let count = 0; count < 69; count++) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Delete');
    await saved(page);
    expect(await writing.markdownOf(place)).toBe(before);
    expect(writer.errors).toEqual([]);
  });

  test('blocks on both sides of the border of two groups are edited, selected, copied and moved as neighbours', async () => {
    const own = await writing.newPage(longPage());
    await writing.open(page, own);
    const before = await writing.markdownOf(own);
    // Two lines of text, the last of a group and the first of the next one.
    const at = await editor.evaluate((root) => {
      const numberOf = (block: Element | null): number =>
        Number(/^Line (\d+) of the long page\.$/.exec(block?.textContent ?? '')?.[1]);
      const groups = [...root.children].slice(6);
      return numberOf(
        groups.find(
          (group) =>
            numberOf(group.lastElementChild) + 1 === numberOf(group.nextElementSibling!.firstElementChild),
        )!.lastElementChild,
      );
    });
    const [last, first] = [line(at), line(at + 1)];
    const groupOf = (block: Locator) =>
      block.evaluate((element) =>
        [...document.querySelectorAll('.block-group')].indexOf(element.closest('.block-group')!),
      );
    expect((await groupOf(first)) - (await groupOf(last))).toBe(1);
    // The border is not seen.
    const spaceBelow = async (number: number): Promise<number> =>
      (await placeOf(line(number + 1))).top - (await placeOf(line(number))).bottom;
    await first.click();
    expect(await spaceBelow(at)).toBeCloseTo(await spaceBelow(at + 1), 1);
    /** Waits until the lines around the border are these. */
    const expectLines = (...lines: readonly string[]) =>
      expect
        .poll(() =>
          editor.evaluate(
            (root, { from, count }) =>
              [...root.querySelectorAll('.block-group > *')]
                .slice(from, from + count)
                .map((block) => block.textContent),
            { from: at, count: lines.length },
          ),
        )
        .toEqual(lines);
    // Arrow keys go over the border, and letters are written where the cursor is.
    await first.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' One.');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.type(' Two. ');
    // As an input method writes.
    const input = await page.context().newCDPSession(page);
    for (const text of ['に', 'にほ', 'にほん'])
      await input.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await input.send('Input.insertText', { text: '日本' });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.type('Zero. ');
    const typed = [`Zero. ${words(at)} One.`, `${words(at + 1)} Two. 日本`, words(at + 2)] as const;
    await expectLines(...typed);
    // Both lines become one, from either side.
    await first.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    await expectLines(typed[0] + typed[1], typed[2]);
    await page.keyboard.press('Control+z');
    await expectLines(...typed);
    await last.click();
    await page.keyboard.press('End');
    await page.keyboard.press('Delete');
    await expectLines(typed[0] + typed[1], typed[2]);
    await page.keyboard.press('Enter');
    await expectLines(...typed);
    // A selection over the border is copied and replaced.
    await last.click();
    await page.keyboard.press('End');
    for (let count = 0; count < 'One.'.length; count++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+Home');
    for (let count = 0; count < 'Line'.length; count++) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+c');
    await page.keyboard.type('and line');
    await expectLines(typed[0].replace('One.', 'and line') + typed[1].slice('Line'.length), typed[2]);
    await page.keyboard.press('Control+z');
    await expectLines(...typed);
    await first.click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+v');
    await expectLines(typed[0], typed[1], 'One.', 'Line', typed[2]);
    // The handle is beside the first block of a group, and moves it over the border.
    await last.hover();
    await first.hover();
    const grip = page.locator('[data-block-handle]').getByRole('button', { name: 'Settings of the block' });
    await grip.waitFor();
    expect(Math.abs((await placeOf(grip)).top - (await placeOf(first)).top)).toBeLessThan(12);
    await grip.dragTo(last, { targetPosition: { x: 3, y: 2 } });
    await expectLines(typed[1], typed[0], 'One.', 'Line', typed[2]);
    await saved(page);
    expect(await writing.markdownOf(own)).toBe(
      before.replace(`${words(at)}\n\n${words(at + 1)}`, () =>
        [typed[1], typed[0], 'One.', 'Line'].join('\n\n'),
      ),
    );
    expect(writer.errors).toEqual([]);
  });

  test('in a review, each key leads to the next change', async () => {
    const { call } = writing.org.edit;
    const at = `/spaces/${place.space}/change-requests`;
    const { body: request } = await call('POST', at, { subject: 'Change a long page' });
    await call('POST', `${at}/${request.number}/content?compat=false`, {
      changes: [{ operation: 'update_page', page: place.id, document: { markdown: longPage(true) } }],
    });
    await page.goto(`${writing.server.url}/app/s/${place.space}/~/changes/${request.number}/~/files`);
    await page.locator('[data-change]').nth(14).waitFor({ state: 'attached' });
    for (let count = 0; count < 15; count++) {
      await page.keyboard.press('n');
      await expectShown(page.locator('[data-change]:focus'));
    }
    await page.keyboard.press('p');
    await expectShown(page.locator('[data-change]:focus'));
    expect(writer.errors).toEqual([]);
  });

  test('nothing scrolls smoothly for people who want less motion', async () => {
    const behavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await behavior()).toBe('smooth');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await behavior()).toBe('auto');
  });
});
